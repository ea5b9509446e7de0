import type { PossibleStep, Sum } from '@webpay/contract/console/shapes';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useMe } from '../../api/queries.ts';
import { StepRow } from '../../features/step/Steps.tsx';
import { CopyButton } from '../../ui/CopyButton/CopyButton.tsx';
import { IconButton } from '../../ui/Button/Button.tsx';
import { moneyText } from '../../ui/Money/money-text.ts';
import styles from './ChosenBar.module.css';
import type { ShownRow } from './shown-rows.ts';

export type Chosen = {
  readonly rows: readonly ShownRow[];
  readonly has: (id: string) => boolean;
  readonly toggle: (id: string) => void;
  readonly setAll: (isChosen: boolean) => void;
  /** Rows of a choice that ended with its list. */
  readonly ended: number;
};

/** Chosen rows. The choice belongs to the rows in view: another filter or page ends it. */
export function useChosen(visit: string, rows: readonly ShownRow[]): Chosen {
  const [choice, setChoice] = useState({ visit, ids: new Set<string>(), ended: 0 });
  const isOfThis = choice.visit === visit;
  if (!isOfThis) setChoice({ visit, ids: new Set(), ended: choice.ids.size });
  const ids = isOfThis ? choice.ids : new Set<string>();
  const change = (next: Set<string>) => setChoice({ visit, ids: next, ended: 0 });
  return {
    rows: rows.filter(({ id }) => ids.has(id)),
    has: (id) => ids.has(id),
    toggle: (id) => {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      change(next);
    },
    setAll: (isChosen) => change(new Set(isChosen ? rows.map(({ id }) => id) : [])),
    ended: choice.ended,
  };
}

/** The chosen rows: how many, their sums by currency, a question to their gateways, their numbers to copy. */
export function ChosenBar({ chosen }: { readonly chosen: Chosen }) {
  const { rows, ended, setAll } = chosen;
  const bar = useRef<HTMLDivElement>(null);
  const mayAsk = useMe().permissions.includes('order.ask');
  const hasRows = rows.length > 0;
  useEffect(() => {
    if (hasRows) bar.current?.scrollIntoView({ block: 'nearest' });
  }, [hasRows]);
  if (!hasRows) {
    return (
      <p role="status" className={styles['ended']}>
        {ended > 0 && `The choice of ${ended} ended, because the list is another one.`}
      </p>
    );
  }
  return (
    <div ref={bar} className={styles['bar']} role="group" aria-label="Chosen orders">
      <strong role="status">{rows.length} chosen</strong>
      <span className="num">{sumsByCurrency(rows).map(moneyText).join(' · ')}</span>
      <span className="grow" />
      {mayAsk && (
        <StepRow
          steps={questionsAbout(rows)}
          about={{ about: `${rows.length} chosen orders`, currency: null }}
        />
      )}
      <CopyButton
        text={rows.map(({ order_no: number }) => number).join('\n')}
        what="numbers of the chosen orders"
      >
        Copy numbers
      </CopyButton>
      <IconButton label="Choose none" onClick={() => setAll(false)}>
        <IconX aria-hidden />
      </IconButton>
    </div>
  );
}

/** One question for each project, because a step has one. A page has 50 rows, and a question takes 100. */
function questionsAbout(rows: readonly ShownRow[]): PossibleStep[] {
  const projects = new Map<string, { name: string; ids: string[] }>();
  for (const { id, character } of rows) {
    const { code, name } = character.project;
    const ids = [...(projects.get(code)?.ids ?? []), id];
    projects.set(code, { name, ids });
  }
  return [...projects.values()].map(({ name, ids }) => ({
    seed: { kind: 'ask_gateway', order_ids: ids },
    text: projects.size === 1 ? 'Ask the gateway now' : `Ask about ${ids.length} of ${name} now`,
    why: null,
  }));
}

function sumsByCurrency(rows: readonly ShownRow[]): Sum[] {
  const sums = new Map<string, number>();
  for (const { total } of rows) {
    sums.set(total.currency, (sums.get(total.currency) ?? 0) + total.minor);
  }
  return [...sums].map(([currency, minor]) => ({ currency, minor }));
}
