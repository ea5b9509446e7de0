import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { cx } from '../cx.ts';
import styles from './Tabs.module.css';

export type Tab<Id extends string> = {
  readonly id: Id;
  readonly label: string;
  /** Number beside the label and its meaning for screen readers; 0 shows none. */
  readonly count?: { readonly value: number; readonly label: string };
};

/** Shows one of several parts of a page. Arrow keys move between tabs. */
export function Tabs<Id extends string>(props: {
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
  /** Content of the chosen tab. */
  readonly children: ReactNode;
}) {
  const { tabs, value, onChange } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  function onKeyDown(event: KeyboardEvent): void {
    const now = tabs.findIndex((tab) => tab.id === value);
    const forward = document.dir === 'rtl' ? -1 : 1;
    const targets: Readonly<Record<string, number>> = {
      ArrowRight: (now + forward + tabs.length) % tabs.length,
      ArrowLeft: (now - forward + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    const next = targets[event.key];
    const tab = next === undefined ? undefined : tabs[next];
    if (next === undefined || tab === undefined) return;
    event.preventDefault();
    onChange(tab.id);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  }

  return (
    <>
      <div ref={list} role="tablist" aria-label={props.label} className={styles.tabs}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}${tab.id}`}
            // The name begins with the visible text.
            aria-label={
              tab.count?.value ? `${tab.label} ${tab.count.value}, ${tab.count.label}` : undefined
            }
            aria-selected={tab.id === value}
            aria-controls={`${id}panel`}
            tabIndex={tab.id === value ? 0 : -1}
            onClick={() => onChange(tab.id)}
            onKeyDown={onKeyDown}
          >
            {/* The space separates label and count for screen readers. */}
            {tab.label}{' '}
            {tab.count !== undefined && tab.count.value > 0 && (
              <span className={cx('num', styles.count)}>{tab.count.value}</span>
            )}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}panel`}
        aria-labelledby={`${id}${value}`}
        className={styles.panel}
      >
        {props.children}
      </div>
    </>
  );
}
