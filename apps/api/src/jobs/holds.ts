import type { Ctx } from '../context.ts';
import { reportTrouble } from '../domain/watch/report-trouble.ts';
import { createBulkhead, type Bulkhead } from '../outside/bulkhead.ts';

/** Calls to one game, or about one gateway, at once; what waits beyond is in its row as well. */
const SIDE_BY_SIDE = 10;
/** What a game that is well again is given in a second, beside the rest. */
const AHEAD = 54;
const WAITING = 1_000;

/** Where the worker's calls outside are made, each game and gateway with room of its own. */
export function openHolds(ctx: Ctx): Bulkhead {
  const holds = createBulkhead(
    { sideBySide: SIDE_BY_SIDE, ahead: AHEAD, waiting: WAITING },
    (error, place) =>
      reportTrouble(ctx, error, { job: place }, 'a job failed; its row waits for the sweep'),
  );
  ctx.metrics.watchCalls(() => holds.running());
  return holds;
}

export const mailHold = (project: string): string => `mail/${project}`;
export const inboxHold = (provider: string): string => `inbox/${provider}`;
