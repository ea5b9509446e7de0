import type { CallResult } from '@webpay/contract/calls';

/** What every event says of itself, whatever its kind. */
export type EventFacts = Pick<
  CallResult<'bargainInfo'>,
  'id' | 'title' | 'remind' | 'starts_at' | 'ends_at'
> & { readonly state: string };

/** Whether an event runs: a kind may have several states for that, one a goal. */
export function phaseOf(event: EventFacts): 'not_started' | 'running' | 'ended' {
  return event.state === 'not_started' || event.state === 'ended' ? event.state : 'running';
}
