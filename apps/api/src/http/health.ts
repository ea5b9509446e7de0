import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { MovableClock } from '../platform/clock.ts';
import type { Ctx } from '../context.ts';
import type { Db } from '../platform/db/pool.ts';
import { statement } from '../platform/db/statement.ts';
import { writeClockOffset } from '../settings.ts';

export const databaseAnswers = statement({
  name: 'health.database_answers',
  text: `select 1 as ok`,
  row: v.object({ ok: v.number() }),
});

/** Contract §1: every health answer comes within a second. */
const DEADLINE_MS = 800;

/** Whether a proxy may send requests here, or why not. */
export type Readiness = {
  /**
   * Answers within a second, also when the database is frozen.
   * @param restMs an answer of the database is reused for this long; 'stopping' is never cached
   */
  check(restMs?: number): Promise<'ready' | NotReady>;
  /** From now on not ready: the process stops. */
  leave(): void;
};
type NotReady = 'stopping' | 'database';

/** @param probe a connection of its own, so that a busy pool does not look like a missing database */
export function createReadiness(
  { log, config }: Pick<Ctx, 'log' | 'config'>,
  probe: Pick<Db, 'one'>,
): Readiness {
  const deadlineMs = DEADLINE_MS * config.waitScale.health;
  let isLeaving = false;
  let said: 'ready' | NotReady = 'ready';
  let asking: Promise<boolean> | null = null;
  let answered = { isThere: false, atMs: -Infinity };
  // Concurrent checks share one query, so they do not pile up.
  const databaseIsThere = async (restMs: number): Promise<boolean> => {
    if (performance.now() - answered.atMs < restMs) return answered.isThere;
    asking ??= probe
      .one(databaseAnswers)
      .then(
        () => true,
        () => false,
      )
      .then((isThere) => {
        answered = { isThere, atMs: performance.now() };
        return isThere;
      })
      .finally(() => (asking = null));
    return asking;
  };
  const look = async (restMs: number): Promise<'ready' | NotReady> => {
    if (isLeaving) return 'stopping';
    return (await within(deadlineMs, databaseIsThere(restMs), false)) ? 'ready' : 'database';
  };
  return {
    check: async (restMs = 0) => {
      const found = await look(restMs);
      if (found !== said) log.warn({ was: said, is: found }, 'readiness changed');
      said = found;
      return found;
    },
    leave: () => {
      isLeaving = true;
    },
  };
}

async function within<T>(deadlineMs: number, work: Promise<T>, late: T): Promise<T> {
  const ended = new AbortController();
  const timeout = pause(deadlineMs, late, { signal: ended.signal, ref: false });
  timeout.catch(() => undefined);
  try {
    return await Promise.race([work, timeout]);
  } finally {
    ended.abort();
  }
}

/**
 * `/readyz`: the database answers, and the process is not stopping.
 * @param restMs an answer of the database is reused for this long, so that a flood of checks costs nothing
 */
export function registerReadiness(app: FastifyInstance, readiness: Readiness, restMs = 0): void {
  app.get('/readyz', async (_request, reply) => {
    void reply.header('cache-control', 'no-store');
    const found = await readiness.check(restMs);
    if (found === 'ready') return { ready: true };
    return reply.code(503).send({ ready: false, why: found });
  });
}

/** The routes of a metrics port, of the server and of a worker. */
export function registerMachineRoutes(
  app: FastifyInstance,
  { metrics, config }: Pick<Ctx, 'metrics' | 'config'>,
  readiness: Readiness,
): void {
  app.get('/healthz', async () => ({ up: true }));
  registerReadiness(app, readiness);
  app.get('/metrics', async (_request, reply) => {
    const deadlineMs = DEADLINE_MS * config.waitScale.health;
    const text = await within<string | null>(deadlineMs, metrics.registry.metrics(), null);
    if (text === null) return reply.code(503).send({ error: 'the metrics were not read in time' });
    return reply.header('content-type', metrics.registry.contentType).send(text);
  });
}

const TEN_YEARS_MS = 10 * 366 * 86_400_000;
const clockBody = v.object({
  offset_ms: v.pipe(
    v.number(),
    v.safeInteger(),
    v.minValue(-TEN_YEARS_MS),
    v.maxValue(TEN_YEARS_MS),
  ),
});

/** The sandbox's clock, on the server's metrics port. */
export function registerClock(app: FastifyInstance, ctx: Ctx, clock: MovableClock): void {
  if (ctx.config.mode !== 'sandbox') return;
  app.put('/clock', async (request, reply) => {
    const body = v.safeParse(clockBody, request.body);
    if (!body.success)
      return reply
        .code(400)
        .send({ error: 'offset_ms must be a whole number of ms, at most ten years' });
    await ctx.db.run(writeClockOffset, { offsetMs: body.output.offset_ms });
    clock.setOffset(body.output.offset_ms);
    return { offset_ms: body.output.offset_ms, now: clock.nowMs() };
  });
}
