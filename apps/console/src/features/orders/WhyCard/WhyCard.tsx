import {
  IconAlertTriangle,
  IconArchive,
  IconCheck,
  IconHelpCircle,
  IconHourglass,
  IconInfoCircle,
  IconUser,
} from '@tabler/icons-react';
import type { Explanation } from '@webpay/contract/console/shapes';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/Button/Button.tsx';
import { CopyButton } from '../../../ui/CopyButton/CopyButton.tsx';
import { Time } from '../../../ui/Time/Time.tsx';
import { openStep } from '../../step/open-step.ts';
import type { About } from '../../step/Steps.tsx';
import styles from './WhyCard.module.css';

const STEP_BUTTONS: { readonly [K in Explanation['can'][number]['action']]?: string } = {
  ask_gateway: 'Ask now',
  pay_back: 'Pay back…',
  retry_mail: 'Send now',
  decide: 'Decide…',
};

const ICONS = {
  green: IconCheck,
  yellow: IconHourglass,
  orange: IconHelpCircle,
  red: IconAlertTriangle,
  grey: IconArchive,
  blue: IconInfoCircle,
  violet: IconUser,
} as const;

/** Cause of an order's state: one sentence, then why, what comes by itself, what can be done. */
export function WhyCard({
  explain,
  now,
  hasChanged = false,
  isNarrow = false,
  copyAnswer = null,
  about = null,
}: {
  readonly explain: Explanation;
  readonly now: number;
  /** The sentence is another one than before. */
  readonly hasChanged?: boolean;
  /** One column, as in the drawer. */
  readonly isNarrow?: boolean;
  /** Button that copies the answer for the player; null: the answer is not here. */
  readonly copyAnswer?: ReactNode;
  /** The order, for the dialog of a step; null: the card only tells. */
  readonly about?: About | null;
}) {
  const Icon = ICONS[explain.tone];
  const can = explain.can.filter(({ action }) => action !== 'copy_answer');
  const hasAnswer = copyAnswer !== null && can.length < explain.can.length;
  return (
    <section
      className={styles['why']}
      data-tone={explain.tone}
      data-narrow={isNarrow || undefined}
      aria-label="Cause"
    >
      <div role="status">
        <div
          key={explain.sentence}
          className={styles['top']}
          data-changed={hasChanged || undefined}
        >
          <Icon aria-hidden />
          <h2>{explain.sentence}</h2>
        </div>
      </div>
      <div className={styles['columns']}>
        <Column title="Why">
          <Sentences texts={explain.why} none="No more is known." />
        </Column>
        <Column title="What happens next, by itself">
          <Next next={explain.next} now={now} />
        </Column>
        <Column title="What you can do">
          {hasAnswer && <div className={styles['answer']}>{copyAnswer}</div>}
          {can.length === 0 && !hasAnswer && <p className="muted">Nothing is needed.</p>}
          {can.length > 0 && (
            <ul>
              {can.map(({ action, text, seed, command }) => (
                <li key={`${action} ${text}`}>
                  {text}
                  {seed !== null && about !== null ? (
                    <Button size="small" onClick={() => openStep({ seed, ...about })}>
                      {STEP_BUTTONS[action] ?? 'Open the step'}
                    </Button>
                  ) : (
                    command !== null && <Command text={command} />
                  )}
                </li>
              ))}
            </ul>
          )}
        </Column>
      </div>
    </section>
  );
}

function Column({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <h3>{title}</h3>
      {children}
    </div>
  );
}

function Sentences({ texts, none }: { readonly texts: readonly string[]; readonly none: string }) {
  const [first] = texts;
  if (first === undefined) return <p className="muted">{none}</p>;
  if (texts.length === 1) return <p>{first}</p>;
  return (
    <ul>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

function Next({ next, now }: { readonly next: Explanation['next']; readonly now: number }) {
  if (next.length === 0) return <p className="muted">Nothing by itself.</p>;
  return (
    <ul>
      {next.map(({ at, text }) => (
        <li key={`${at ?? ''} ${text}`}>
          {at !== null && (
            <>
              <strong className="strong">
                <Time at={at} now={now} />
              </strong>{' '}
            </>
          )}
          {text}
        </li>
      ))}
    </ul>
  );
}

function Command({ text }: { readonly text: string }) {
  return (
    <span className={styles['command']}>
      <code>{text}</code>
      <CopyButton text={text} what="command" />
    </span>
  );
}
