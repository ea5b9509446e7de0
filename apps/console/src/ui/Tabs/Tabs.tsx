import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import styles from './Tabs.module.css';

/** Parts of a screen; the open one stands in the address. The first one needs no word there. */
export function Tabs({
  label,
  name,
  tabs,
}: {
  readonly label: string;
  /** Name in the address. */
  readonly name: string;
  readonly tabs: readonly {
    readonly value: string;
    readonly label: string;
    readonly count?: number | undefined;
  }[];
}) {
  const [params] = useSearchParams();
  const chosen = tabs.find(({ value }) => value === params.get(name)) ?? tabs[0];
  const addressOf = (value: string): string => {
    const next = new URLSearchParams(params);
    next.delete('open');
    next.delete('after');
    if (value === tabs[0]?.value) next.delete(name);
    else next.set(name, value);
    return `?${next}`;
  };
  return (
    <TabBar label={label}>
      {tabs.map(({ value, label: text, count }) => (
        <Link
          key={value}
          to={{ search: addressOf(value) }}
          replace
          preventScrollReset
          aria-current={value === chosen?.value ? 'page' : undefined}
        >
          {text}
          {count !== undefined && <span className="num muted"> {count}</span>}
        </Link>
      ))}
    </TabBar>
  );
}

/** The line of tabs; `aria-current` marks the link that is open. */
export function TabBar({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    <nav className={styles['tabs']} aria-label={label}>
      {children}
    </nav>
  );
}
