import type { OrderFile } from './order-file.ts';
import { Time } from '../../ui/Time/Time.tsx';
import styles from './Track.module.css';

const SAID = {
  done: 'done',
  now: 'the order stands here',
  later: 'not yet',
  failed: 'failed',
} as const;

/** The order's way, step by step. */
export function Track({
  track,
  now,
}: {
  readonly track: OrderFile['track'];
  readonly now: number;
}) {
  return (
    <ol className={styles['track']} aria-label="Steps of the order">
      {track.map(({ label, at, state, note }) => (
        <li
          key={`${label} ${at ?? ''}`}
          data-state={state}
          aria-current={state === 'now' ? 'step' : undefined}
        >
          <strong>{label}</strong>
          <span className="sr-only">, {SAID[state]}</span>
          <span className={styles['when']}>
            {at !== null && <Time at={at} now={now} />}
            {at !== null && note !== '' && ' · '}
            {note}
          </span>
        </li>
      ))}
    </ol>
  );
}
