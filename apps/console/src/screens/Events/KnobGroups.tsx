import { useId } from 'react';
import { oddsOf } from '@webpay/contract/odds';
import { Field } from '../../ui/Field/Field.tsx';
import type { EventRules, Knob } from '@webpay/contract/console/event-rules';
import { textOf } from './knobs.ts';
import styles from './Events.module.css';

/** Numbers by group, each with its live value where another is typed. */
export function KnobGroups({
  knobs,
  typed,
  wrong,
  onType,
  rules,
}: {
  readonly knobs: readonly Knob[];
  readonly typed: ReadonlyMap<string, string>;
  readonly wrong: ReadonlySet<string>;
  readonly onType: (key: string, text: string) => void;
  /** With the typed numbers. */
  readonly rules: EventRules;
}) {
  const odds = rules.kind === 'bargain' ? oddsOf(rules.wheel) : [];
  const helpOf = (knob: Knob): string | undefined => {
    const text = typed.get(knob.key);
    const live = text === undefined || text === textOf(knob) ? null : `live ${textOf(knob)}`;
    const index = /^weight (\d+)$/.exec(knob.key)?.[1];
    const chance = index === undefined ? null : `${(odds[Number(index)] ?? 0).toFixed(2)}%`;
    return [chance, live].filter((part) => part !== null).join(', ') || undefined;
  };
  return (
    <>
      {[...new Set(knobs.map(({ group }) => group))].map((group) => (
        <Group key={group} title={group}>
          {knobs
            .filter((each) => each.group === group)
            .map((knob) => {
              const help = helpOf(knob);
              return (
                <Field
                  key={knob.key}
                  label={knob.label}
                  inputMode={knob.unit === 'money' ? 'decimal' : 'numeric'}
                  autoComplete="off"
                  maxLength={9}
                  value={typed.get(knob.key) ?? textOf(knob)}
                  onValue={(text) => onType(knob.key, text)}
                  error={wrong.has(knob.key) ? complaintOf(knob) : null}
                  {...(help === undefined ? {} : { help })}
                />
              );
            })}
        </Group>
      ))}
    </>
  );
}

function Group({
  title,
  children,
}: {
  readonly title: string;
  readonly children: React.ReactNode;
}) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className={styles['group']}>
      <h3 id={id}>{title}</h3>
      <div className={styles['fields']}>{children}</div>
    </div>
  );
}

function complaintOf({ unit, most }: Knob): string {
  if (unit === 'money') return `Dollars and cents, at most ${(most / 100).toLocaleString('en')}`;
  return `A whole number, at most ${most.toLocaleString('en')}`;
}
