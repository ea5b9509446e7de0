import type { CallResult } from '@webpay/contract/calls';

/** Facts common to events of every kind. */
export type EventFacts = Pick<
  CallResult<'bargainInfo'>,
  'id' | 'title' | 'remind' | 'starts_at' | 'ends_at'
> & { readonly state: string };

/** Phase of an event; a kind may have several states that mean running. */
export function phaseOf(event: EventFacts): 'not_started' | 'running' | 'ended' {
  return event.state === 'not_started' || event.state === 'ended' ? event.state : 'running';
}
