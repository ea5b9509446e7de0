import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { searchAddress, useWithProject } from '../../router/address.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Card } from '../../ui/Card/Card.tsx';
import { Field } from '../../ui/Field/Field.tsx';
import { Page } from '../../ui/Page/Page.tsx';
import styles from './Players.module.css';

/** Players are looked for, not browsed. */
export function Players() {
  const navigate = useNavigate();
  const withProject = useWithProject();
  const [text, setText] = useState('');
  return (
    <Page title="Players">
      <Card title="Find a character">
        <form
          className={styles['find']}
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim() === '') return;
            const { to, state } = searchAddress(text.trim());
            void navigate(withProject(to), { state });
          }}
        >
          <div className="grow">
            <Field
              label="ID, server and ID, or the beginning of the name"
              help="204518763, S12/204518763, Nova. An order of the character finds it, too."
              value={text}
              onValue={setText}
              type="search"
              autoComplete="off"
              spellCheck={false}
              maxLength={200}
            />
          </div>
          <Button type="submit" look="primary" icon={<IconSearch aria-hidden />}>
            Search
          </Button>
        </form>
      </Card>
    </Page>
  );
}
