import type { ConsoleResult } from '@webpay/contract/console/calls';
import type { PossibleStep } from '@webpay/contract/console/shapes';
import { Button } from '../../ui/Button/Button.tsx';
import { Card } from '../../ui/Card/Card.tsx';
import { Key } from '../../ui/Keys/Keys.tsx';
import { Time } from '../../ui/Time/Time.tsx';
import { openStep } from './open-step.ts';
import styles from './Step.module.css';
import type { About } from './Steps.tsx';

/** Notes of operators, and the button that adds one. */
export function NotesCard({
  notes,
  steps,
  about,
  now,
}: {
  readonly notes: ConsoleResult<'order'>['notes'];
  readonly steps: readonly PossibleStep[];
  readonly about: About;
  readonly now: number;
}) {
  const add = steps.find(({ seed }) => seed.kind === 'add_note');
  return (
    <Card title="Notes" note="only operators read them">
      {notes.length === 0 ? (
        <p className={`muted small ${styles['notes']}`}>No notes yet.</p>
      ) : (
        <ul className={styles['notes']}>
          {notes.map(({ at, by, text }) => (
            <li key={`${at} ${by}`}>
              <p dir="auto">{text}</p>
              <span className="muted small">
                {by}, <Time at={at} now={now} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {add !== undefined && (
        <Button size="small" onClick={() => openStep({ seed: add.seed, ...about })}>
          {add.text} <Key name="n" />
        </Button>
      )}
    </Card>
  );
}
