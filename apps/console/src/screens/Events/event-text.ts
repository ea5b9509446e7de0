import type { EventRound, EventRow } from '@webpay/contract/console/event-calls';
import type { Badge } from '@webpay/contract/console/shapes';

export const KINDS: Readonly<Record<EventRow['kind'], string>> = {
  bargain: 'Bargain with a wheel',
  cumulation: 'Cumulative rewards',
  card: 'Card with daily rewards',
};

const STATES: Readonly<Record<EventRound['state'], Badge>> = {
  not_started: { tone: 'blue', text: 'Not started' },
  running: { tone: 'green', text: 'Runs' },
  ended: { tone: 'grey', text: 'Ended' },
};

/** The state of an event's round, or the pause of an operator. */
export const stateOf = ({ round, paused_at }: Pick<EventRow, 'round' | 'paused_at'>): Badge =>
  paused_at !== null && round.state === 'running'
    ? { tone: 'orange', text: 'Paused' }
    : STATES[round.state];
