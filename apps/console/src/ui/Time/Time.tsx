import { useNow } from './use-now.ts';
import { distanceText, fullText, localText, momentText } from './time-text.ts';

/** A moment in UTC. Its title says the day, the operator's own clock and the distance. */
export function Time({
  at,
  now: answeredAt,
  as = 'moment',
}: {
  /** Ms since the epoch. */
  readonly at: number;
  /** Time of the answer that it came with; absent: the present. */
  readonly now?: number;
  readonly as?: 'moment' | 'distance' | 'full';
}) {
  const present = useNow();
  const now = answeredAt ?? present;
  const text = { moment: momentText, distance: distanceText, full: fullText }[as](at, now);
  return (
    <time
      className="num nowrap"
      dateTime={new Date(at).toISOString()}
      title={`${fullText(at)} · ${localText(at)} here · ${distanceText(at, now)}`}
    >
      {text}
    </time>
  );
}
