import type { Ctx } from '../context.ts';
import { reportFailure } from '../platform/monitoring/report-failure.ts';
import { createBulkhead, type Bulkhead } from '../platform/resilience/bulkhead.ts';

/** Calls to one game, or about one gateway, at once; what waits beyond is in its row as well. */
const SIDE_BY_SIDE = 10;
/** What a game that is well again is given in a second, beside the rest. */
const AHEAD = 54;
const WAITING = 1_000;

/** Where the worker's calls outside are made, each game and gateway with room of its own. */
export function openQueues(ctx: Ctx): Bulkhead {
  const holds = createBulkhead(
    { sideBySide: SIDE_BY_SIDE, ahead: AHEAD, waiting: WAITING },
    (error, place) =>
      reportFailure(ctx, error, { job: place }, 'a job failed; its row waits for the sweep'),
  );
  ctx.metrics.watchCalls(() => holds.running());
  return holds;
}

export const mailQueue = (project: string): string => `mail/${project}`;
export const inboxQueue = (provider: string): string => `inbox/${provider}`;
