import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Icon, type IconName } from '../Icon/Icon.tsx';
import styles from './Steps.module.css';

export type Step = {
  readonly id: string;
  readonly state: 'done' | 'now' | 'todo' | 'warn' | 'err';
  readonly title: string;
  readonly text?: ReactNode;
  /** At the end of the line: "14:02", "now". */
  readonly time?: ReactNode;
  /** Icon of the current step. */
  readonly icon?: IconName;
};

const SIGNS: Record<Step['state'], IconName | null> = {
  done: 'check',
  now: 'clock',
  todo: null,
  warn: 'warn',
  err: 'close',
};

/** Lists past and coming steps; the current one pulses. */
export function Steps(props: { readonly label: string; readonly steps: readonly Step[] }) {
  return (
    <ol aria-label={props.label} className={styles.steps}>
      {props.steps.map((step, index) => {
        const sign = step.state === 'now' ? (step.icon ?? SIGNS.now) : SIGNS[step.state];
        return (
          <li
            key={step.id}
            className={cx(styles.step, styles[step.state])}
            aria-current={step.state === 'now' ? 'step' : undefined}
          >
            <span className={styles.sign} aria-hidden="true">
              {sign ? <Icon name={sign} /> : index + 1}
            </span>
            <div className={styles.text}>
              <b>{step.title}</b>
              {step.text && <span className="muted">{step.text}</span>}
            </div>
            {step.time && <span className="cap num">{step.time}</span>}
          </li>
        );
      })}
    </ol>
  );
}
