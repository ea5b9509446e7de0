import type { EventRound, EventRow } from '@webpay/contract/console/event-calls';
import type { Badge } from '@webpay/contract/console/shapes';

export const KINDS: Readonly<Record<EventRow['kind'], string>> = {
  bargain: 'Bargain with a wheel',
  cumulation: 'Cumulative rewards',
  card: 'Card with daily rewards',
};

export const STATES: Readonly<Record<EventRound['state'], Badge>> = {
  not_started: { tone: 'blue', text: 'Not started' },
  running: { tone: 'green', text: 'Runs' },
  ended: { tone: 'grey', text: 'Ended' },
};
