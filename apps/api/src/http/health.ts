import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { MovableClock } from '../platform/clock.ts';
import type { Ctx } from '../context.ts';
import { statement } from '../platform/db/statement.ts';
import { writeClockOffset } from '../settings.ts';

export const databaseAnswers = statement({
  name: 'health.database_answers',
  text: `select 1 as ok`,
  row: v.object({ ok: v.number() }),
});

/** `/readyz`: the database answers with this code's schema. */
export function registerReadiness(app: FastifyInstance, ctx: Ctx): void {
  app.get('/readyz', async (_request, reply) => {
    try {
      await ctx.db.one(databaseAnswers);
      return { ready: true };
    } catch (error) {
      ctx.log.warn({ err: error }, 'not ready: the database does not answer');
      return reply.code(503).send({ ready: false });
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
