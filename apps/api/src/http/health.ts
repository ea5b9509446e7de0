import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { MovableClock } from '../platform/clock.ts';
import type { Ctx } from '../context.ts';
import { statement } from '../platform/db/statement.ts';
import { within } from '../platform/within.ts';
import { writeClockOffset } from '../settings.ts';

export const databaseAnswers = statement({
  name: 'health.database_answers',
  text: `select 1 as ok`,
  row: v.object({ ok: v.number() }),
});

/** A load balancer takes silence for a dead process, and starts it again. */
const CHECK_MS = 1_000;

/** `/readyz`: the database answers within `checkMs`. A crowd of callers asks it once. */
export function registerReadiness(app: FastifyInstance, ctx: Ctx, checkMs = CHECK_MS): void {
  let asked: Promise<unknown> | null = null;
  app.get('/readyz', async (_request, reply) => {
    const asking = (asked ??= ctx.db.one(databaseAnswers));
    try {
      if ((await within(checkMs, asking)) === null) throw new Error(`no answer in ${checkMs} ms`);
      return { ready: true };
    } catch (error) {
      ctx.log.warn({ err: error }, 'not ready: the database does not answer');
      return reply.code(503).send({ ready: false });
    } finally {
      if (asked === asking) asked = null;
    }
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

/** The routes of the metrics port, with the sandbox's clock. */
export function registerMachineRoutes(app: FastifyInstance, ctx: Ctx, clock: MovableClock): void {
  app.get('/healthz', async () => ({ up: true }));
  registerReadiness(app, ctx);
  app.get('/metrics', async (_request, reply) =>
    reply
      .header('content-type', ctx.metrics.registry.contentType)
      .send(await ctx.metrics.registry.metrics()),
  );
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
