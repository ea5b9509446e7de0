import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import styles from './Tabs.module.css';

export type Tab<Id extends string> = {
  readonly id: Id;
  readonly label: string;
  /** A number beside the label, and what it counts for those who hear it; 0 shows none. */
  readonly count?: { readonly value: number; readonly label: string };
};

/** Parts of a page of which one is shown. The arrow keys go from tab to tab. */
export function Tabs<Id extends string>(props: {
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
  /** Of the tab that is chosen. */
  readonly children: ReactNode;
}) {
  const { tabs, value, onChange } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  function onKeyDown(event: KeyboardEvent): void {
    const isMirrored = document.dir === 'rtl';
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: isMirrored ? -1 : 1,
      ArrowLeft: isMirrored ? 1 : -1,
      Home: -tabs.length,
      End: tabs.length,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const now = tabs.findIndex((tab) => tab.id === value);
    const isFar = Math.abs(step) > 1;
    const next = isFar
      ? step < 0
        ? 0
        : tabs.length - 1
      : (now + step + tabs.length) % tabs.length;
    const tab = tabs[next];
    if (tab === undefined) return;
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
            aria-label={tab.count?.value ? `${tab.label}, ${tab.count.label}` : undefined}
            aria-selected={tab.id === value}
            aria-controls={`${id}panel`}
            tabIndex={tab.id === value ? 0 : -1}
            onClick={() => onChange(tab.id)}
            onKeyDown={onKeyDown}
          >
            {/* Two words for who compares what is seen with what is heard. */}
            {tab.label}{' '}
            {tab.count !== undefined && tab.count.value > 0 && (
              <span className={styles.count}>{tab.count.value}</span>
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
