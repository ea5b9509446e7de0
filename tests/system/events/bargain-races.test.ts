import { beforeEach, expect, it } from 'vitest';
import * as v from 'valibot';
import { statement } from '../../../apps/api/src/platform/db/statement.ts';
import { createBargainer, type Bargainer } from '../../support/bargainer.ts';
import { ONE_DAY_TIMEOUT_MS, withinOneDay } from '../../support/shop-days.ts';
import { operatorOf } from '../../support/operator.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { times } from '../../support/shopper.ts';

const environment = sharedEnvironment();
const operator = operatorOf(environment);
beforeEach(withinOneDay, ONE_DAY_TIMEOUT_MS);

const CALLS = 100;

const couponsOf = statement({
  name: 'test.bargain_coupons',
  text: `select c.n, c.drawn_minor, c.draw from bargain_coupons c join players p on p.id = c.player_id where p.cid = :cid`,
  params: { cid: 'text' },
  row: v.object({ n: v.number(), drawn_minor: v.number(), draw: v.unknown() }),
});
const stepsOf = statement({
  name: 'test.bargain_steps',
  text: `select s.task, s.lowers_minor, s.prize_index, s.draw
    from bargain_steps s join players p on p.id = s.player_id where p.cid = :cid`,
  params: { cid: 'text' },
  row: v.object({
    task: v.string(),
    lowers_minor: v.number(),
    prize_index: v.nullable(v.number()),
    draw: v.nullable(
      v.object({
        ranges: v.array(v.object({ from: v.number(), to: v.number() })),
        total: v.number(),
        number: v.number(),
        index: v.number(),
      }),
    ),
  }),
});
/** Leaves the prize at $2 as the only one. */
const fixWheel = statement({
  name: 'test.fix_wheel',
  text: `with fixed as (
      insert into bargain_terms (id, rules)
      select concat_ws('-', t.id, 'only', :prizeIndex::int4, p.cid), jsonb_set(t.rules, '{wheel}', (
        select jsonb_agg(jsonb_set(prize, '{weight}', case when at = :prizeIndex::int4 + 1 then '1' else '0' end::jsonb) order by at)
        from jsonb_array_elements(t.rules -> 'wheel') with ordinality as wheel (prize, at)))
      from players p join bargain_coupons c on c.player_id = p.id join bargain_terms t on t.id = c.terms_id
      where p.cid = :cid
      returning id
    )
    update bargain_coupons c set terms_id = fixed.id from players p, fixed where p.id = c.player_id and p.cid = :cid`,
  params: { cid: 'text', prizeIndex: 'int4' },
});

async function codesOf(call: () => Promise<{ readonly code: number }>) {
  const answers = await Promise.all(Array.from({ length: CALLS }, call));
  const counts: Record<string, number> = {};
  for (const { code } of answers) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

async function rowsOf({ cid }: Bargainer) {
  return operator.db().many(stepsOf, { cid });
}

it(`[S10] ${CALLS} first visits at once issue one coupon, and announce it once`, async () => {
  const player = await createBargainer(environment());
  const visits = await times(CALLS, () => player.info());
  expect(visits.filter(({ coupon }) => coupon?.is_new)).toHaveLength(1);
  expect(new Set(visits.map(({ coupon }) => coupon?.drawn.amount)).size).toBe(1);
  const coupons = await operator.db().many(couponsOf, { cid: player.cid });
  expect(coupons).toMatchObject([
    { n: 1, draw: { from_minor: 360, to_minor: 560, step_minor: 10, total: 21 } },
  ]);
  expect(coupons[0]?.draw).toMatchObject({ value_minor: coupons[0]?.drawn_minor });
});

it(`[F08] ${CALLS} spins at once are one spin with the drawn prize, also after a reload`, async () => {
  const player = await createBargainer(environment());
  const { wheel, coupon } = await player.info();
  const codes = await codesOf(() => player.client.call('bargainSpin', {}));
  expect(codes).toEqual({ 200: 1, 10041: CALLS - 1 });
  const [step, ...more] = await rowsOf(player);
  expect(more).toEqual([]);
  const draw = step?.draw;
  if (draw === null || draw === undefined) throw new Error('a spin without its draw');
  const range = draw.ranges[draw.index];
  expect(draw.number).toBeGreaterThanOrEqual(range?.from ?? Infinity);
  expect(draw.number).toBeLessThan(range?.to ?? 0);
  expect(draw.ranges.map(({ from, to }) => ((to - from) / draw.total) * 100)).toEqual(
    wheel.prizes.map(({ odds_percent }) => odds_percent),
  );
  const prize = wheel.prizes[draw.index];
  const after = await player.info();
  expect(after).toMatchObject({ spins_left: 0, wheel: { todays_index: draw.index } });
  const off = Math.round(Number(prize?.lowers?.amount ?? 0) * 100);
  expect(step).toMatchObject({ lowers_minor: off, prize_index: draw.index });
  const valueOf = (info: typeof after | { coupon: typeof coupon }) =>
    Math.round(Number(info.coupon?.value.amount) * 100);
  expect(valueOf(after) - valueOf({ coupon })).toBe(off);
  expect(after.tasks[1]).toMatchObject({ task: 'spin', state: 'claimed' });
  expect(Math.round(Number(after.tasks[1]?.lowers.amount) * 100)).toBe(off);
});

it(`[S10] ${CALLS} claims at once lower the price once`, async () => {
  const player = await createBargainer(environment());
  const { coupon } = await player.info();
  const codes = await codesOf(() => player.client.call('bargainClaim', { task: 'sign_in' }));
  expect(codes).toEqual({ 200: 1, 20019: CALLS - 1 });
  expect(await rowsOf(player)).toMatchObject([{ task: 'sign_in', lowers_minor: 60 }]);
  const after = await player.info();
  expect(Number(after.coupon?.value.amount)).toBeCloseTo(Number(coupon?.value.amount) + 0.6, 5);
});

it('[F08] goods that were won arrive in one mail, and lower no price', async () => {
  const player = await createBargainer(environment());
  const { wheel, coupon } = await player.info();
  const index = wheel.prizes.findIndex(({ lowers }) => lowers === null);
  expect(wheel.prizes[index]?.label).toBe('Casting ticket × 1');
  await operator.db().run(fixWheel, { cid: player.cid, prizeIndex: index });
  const spins = await times(20, () => player.client.call('bargainSpin', {}));
  expect(spins.filter(({ code }) => code === 10041)).toHaveLength(19);
  const won = spins.find(({ code }) => code === 200)?.result;
  expect(won).toMatchObject({ prize_index: index, coupon: { value: coupon?.value } });
  await expect.poll(() => player.mails()).toHaveLength(1);
  const [mail] = await player.mails();
  expect(mail?.items).toEqual([{ item_id: 'ticket', name: 'Casting ticket', count: 1 }]);
});
