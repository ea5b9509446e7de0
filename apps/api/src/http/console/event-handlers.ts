import { listEvents, readEvent } from '../../domain/console/events/read-events.ts';
import { readResults } from '../../domain/console/events/read-results.ts';
import { found } from './answered.ts';
import type { Handlers } from './call.ts';

/** Events, their rules, and results of their rounds. */
export const EVENT_HANDLERS: Pick<Handlers, 'events' | 'event' | 'eventResults'> = {
  events: (ctx, { operator, input }) => listEvents(ctx, operator, input),
  event: async (ctx, { operator, input }) => found(await readEvent(ctx, operator, input)),
  eventResults: async (ctx, { operator, input }) => found(await readResults(ctx, operator, input)),
};
