import { useMediaQuery } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { searchAddress, searchText, useWithProject } from '../router/address.ts';
import { Key } from '../ui/Keys/Keys.tsx';
import { useKeys } from '../ui/Keys/keys.ts';
import styles from './SearchField.module.css';

/** Search by anything. `/` and Ctrl K go here; Enter opens the hits, or the only one at once. */
export function SearchField() {
  const input = useRef<HTMLInputElement>(null);
  const location = useLocation();
  const navigate = useNavigate();
  const isNarrow = useMediaQuery('(width <= 800px)');
  const withProject = useWithProject();
  const isSearch = location.pathname === '/search';
  const looked = isSearch ? searchText(location).text : '';
  const [text, setText] = useState(looked);
  useEffect(() => {
    // A person who types already the next search keeps the words.
    if (document.activeElement !== input.current) setText(looked);
  }, [looked, location.key]);
  const focus = (): void => input.current?.select();
  useKeys('Everywhere', [
    { key: '/', label: 'Search', run: focus },
    { key: 'Mod+k', label: 'Search', run: focus },
  ]);
  return (
    <form
      className={styles['find']}
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() === '') return;
        const { to, state } = searchAddress(text.trim());
        input.current?.blur();
        void navigate(withProject(to), { state });
      }}
    >
      <IconSearch aria-hidden />
      <input
        ref={input}
        type="search"
        aria-label="Search orders, payments, mails and characters"
        aria-keyshortcuts="/ Control+K"
        placeholder={
          isNarrow ? 'Search anything' : 'Order, payment or mail number, character, last four'
        }
        value={text}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={200}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      <span className={styles['key']} aria-hidden="true">
        <Key name="/" />
      </span>
    </form>
  );
}
