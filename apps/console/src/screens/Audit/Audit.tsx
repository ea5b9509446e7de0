import { IconShieldCheck } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { Button } from '../../ui/Button/Button.tsx';
import { Page } from '../../ui/Page/Page.tsx';
import { Tabs } from '../../ui/Tabs/Tabs.tsx';
import { Check, useCheck } from './Check.tsx';
import { Entries } from './Entries.tsx';
import { Heads } from './Heads.tsx';

/** The audit log, and its end as a worker signs it each hour. */
export function Audit() {
  const [params] = useSearchParams();
  const check = useCheck();
  return (
    <Page
      title="Audit log"
      note="Entries are added, never changed"
      actions={
        <Button
          look="primary"
          icon={<IconShieldCheck aria-hidden />}
          isBusy={check.isPending}
          onClick={() => check.mutate()}
        >
          {check.isPending ? 'Checking' : 'Check now'}
        </Button>
      }
    >
      <Check check={check} />
      <Tabs
        label="Audit log"
        name="tab"
        tabs={[
          { value: 'entries', label: 'Entries' },
          { value: 'heads', label: 'Signed heads' },
        ]}
      />
      {params.get('tab') === 'heads' ? <Heads /> : <Entries />}
    </Page>
  );
}
