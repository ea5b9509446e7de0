import { expect, it } from 'vitest';
import { NOT_THERE, shopBeside } from '../../../../../tests/support/asked-gateway.ts';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { createMetrics } from '../../platform/monitoring/metrics.ts';
import { deliveredOrder, doStep, person, refundOf } from './testing/steps.ts';

const { built, pool } = await builtShop(4);
const HOUR_MS = 3_600_000;

it('raises an alert when one person refunds often within an hour, though each sum is small', async () => {
  const metrics = createMetrics();
  let passedMs = 0;
  const clock = { ...built.ctx.clock, real: () => new Date(Date.now() + passedMs) };
  const config = { ...built.ctx.config, limitScale: 0.1 };
  const ctx = shopBeside({ ...built.ctx, clock, metrics, config }, NOT_THERE);
  const alarms = async () => (await metrics.alerts.get()).values;
  const sam = await person(ctx, 'Sam of the many refunds', ['support']);
  const refund = async () => doStep(ctx, sam, refundOf(await deliveredOrder(pool, 100)));

  for (let n = 0; n < 2; n += 1) expect(await refund()).toMatchObject({ state: 'done' });
  expect(await alarms()).toEqual([]);
  await refund();
  const alarm = { labels: { kind: 'refunds_many' }, value: 1 };
  expect(await alarms()).toMatchObject([alarm]);
  passedMs = HOUR_MS + 1_000;
  await refund();
  expect(await alarms()).toMatchObject([alarm]);
});
