import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimReward } from '../../../apps/api/src/domain/events/cumulation/claim-reward.ts';
import { showCumulation } from '../../../apps/api/src/domain/events/cumulation/show-cumulation.ts';
import { dayOf, dayStart } from '../../../apps/api/src/domain/events/days.ts';
import { findSession } from '../../../apps/api/src/domain/players/session.ts';
import {
  buyAt,
  buyGoods as buy,
  claim,
  info,
  rewardMails,
  taskOf,
  waitingFor,
  type Client,
} from '../../support/cumulation-calls.ts';
import { editedCatalogue } from '../../support/edited-catalogue.ts';
import { endDisputeOf } from '../../support/gateway-desk.ts';
import { mallBuyer, mallToken } from '../../support/mall-buyer.ts';
import { operatorOf } from '../../support/operator.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { DAY_MS, moveClock, ONE_DAY_TIMEOUT_MS, withinOneDay } from '../../support/shop-days.ts';
import { CARDS, createShopper, want, type Shopper } from '../../support/shopper.ts';

const environment = sharedEnvironment();
const operator = operatorOf(environment);
beforeAll(withinOneDay, ONE_DAY_TIMEOUT_MS);
const refund = (orderId: string, ...words: string[]) =>
  operator.resolve('refund', orderId, '--allow-delivered', '--because', 'by a test', ...words);

/** Rows that a refund writes when it ends: a full or a half refund. */
const ALL_BACK = `update orders set state = 'refunded', reason = 'resolution' where id = $1`;
const PART_BACK = `insert into refunds (id, order_id, attempt_id, amount_minor, currency, state, reason, created_at, updated_at)
  values ('R' || $1 || '_1', $1, 'A' || $1 || '_1', 50, 'USD', 'SUCCEEDED', 'operator', now(), now())`;

describe('cumulative top-ups', () => {
  it('[F09] [R16] a purchase gives points and a day; a reached goal gives its reward once', async () => {
    const shopper = await createShopper(environment(), {
      websiteCode: 'miniflix',
      gameId: '20',
      lang: 'de',
    });
    const before = await info(shopper);
    expect(before).toMatchObject({ state: 'running', points: 0, days: 0, points_per_usd: 100 });
    expect(before.tasks.map((each) => each.state)).not.toContain('claimable');
    expect((await claim(shopper, 'points-500')).code).toBe(20018);
    const entries = () => want(shopper.client.call('activityList', {}));
    const goals = [{ goal: 500, state: 'open' }, {}, {}, {}];
    const before500 = { points: 0, goals, usd_minor: { 'gems-300': 499 } };
    expect((await entries()).find((each) => each.reward_points)?.reward_points).toMatchObject(
      before500,
    );
    await buy(shopper, 'gems-300');
    expect(taskOf(await info(shopper), 'points-500')).toMatchObject({
      progress: 499,
      state: 'open',
    });
    await buy(shopper);
    const reached = await info(shopper);
    expect(reached).toMatchObject({ points: 598, days: 1 });
    const task = taskOf(reached, 'points-500');
    expect(task).toMatchObject({ progress: 500, state: 'claimable' });
    const claimed = await want(claim(shopper, 'points-500'));
    expect(taskOf(claimed, 'points-500')).toMatchObject({ progress: 500, state: 'claimed' });
    expect((await claim(shopper, 'points-500')).code).toBe(20019);
    expect((await claim(shopper, 'no-such-task')).code).toBe(10009);
    await expect.poll(() => rewardMails(shopper)).toHaveLength(1);
    const [mail] = await rewardMails(shopper);
    const inMail = mail?.items.map(({ name, count }) => ({ name, count }));
    expect(inMail).toEqual(task?.rewards.map(({ name, count }) => ({ name, count })));
    expect(mail?.body).toContain(reached.title);
  });

  it('[F09] 100 claims of one reward at once give one reward and one mail', async () => {
    const shopper = await createShopper(environment());
    await buy(shopper);
    const codes = new Map<number, number>();
    const one = async () => {
      const { code } = await claim(shopper, 'days-1');
      codes.set(code, (codes.get(code) ?? 0) + 1);
    };
    await Promise.all(Array.from({ length: 100 }, one));
    expect(Object.fromEntries(codes)).toEqual({ 200: 1, 20019: 99 });
    await claim(shopper, 'daily-90');
    await expect.poll(() => rewardMails(shopper)).toHaveLength(2);
  });

  it('[F09] [R05] a mall purchase counts for its character only', async () => {
    const shopper = await createShopper(environment());
    const { cid, serverId: server_id } = shopper;
    const token = mallToken({ cid, server_id });
    const buyer = mallBuyer(environment());
    const { total } = await want(buyer.client.call('mallOrder', { token }));
    const opened = await want(
      buyer.client.call('mallPay', {
        token,
        pay_id: 'card',
        country: 'US',
        total: JSON.stringify(total),
      }),
    );
    await buyer.payByCard(opened, CARDS.success);
    await buyer.until(opened.token, ({ state }) => state === 'success');
    expect(await info(shopper)).toMatchObject({ points: 99, days: 1 });
    expect(await info(await createShopper(environment()))).toMatchObject({ points: 0, days: 0 });
    // The same id is another character in another game.
    const elsewhere = await createShopper(environment(), { websiteCode: 'dr2', gameId: '31', cid });
    expect(await info(elsewhere)).toMatchObject({ points: 0, days: 0 });
  });
});

describe('[F09] a refund', () => {
  it('subtracts its points, in part or whole, and no claimed goal', async () => {
    const shopper = await createShopper(environment());
    const big = await buy(shopper, 'gems-300');
    const small = await buy(shopper);
    await want(claim(shopper, 'days-1'));
    await refund(big, '--amount', '2.00');
    await expect.poll(async () => (await info(shopper)).points).toBe(398);
    expect((await claim(shopper, 'points-500')).code).toBe(20018);
    await buy(shopper, 'gems-125');
    await want(claim(shopper, 'points-500'));
    await refund(big);
    await refund(small);
    // Earned points are 199, claimed ones 500; one day counts.
    await expect.poll(async () => (await info(shopper)).points).toBe(500);
    const kept = await info(shopper);
    expect(taskOf(kept, 'points-500')).toMatchObject({ progress: 500, state: 'claimed' });
    expect(taskOf(kept, 'points-1500')).toMatchObject({ progress: 500, state: 'open' });
    await expect.poll(async () => taskOf(await info(shopper), 'daily-90')?.progress).toBe(90);
    // The next purchase first offsets the 301 refunded points.
    await buy(shopper, 'gems-125');
    expect((await info(shopper)).points).toBe(500);
    await buy(shopper, 'gems-300');
    // Claimed points hide the second refund until it has come.
    await expect.poll(async () => (await info(shopper)).points).toBe(897);
  });

  it('by a chargeback subtracts its points, too', async () => {
    const shopper = await createShopper(environment());
    const orderId = await buy(shopper, 'gems-300', CARDS.disputed);
    await expect.poll(async () => (await operator.resolve('list')).includes(orderId)).toBe(true);
    expect((await info(shopper)).points).toBe(499);
    await endDisputeOf(environment(), orderId, 'FAIL');
    await expect.poll(async () => (await info(shopper)).points).toBe(0);
    expect(await info(shopper)).toMatchObject({ days: 0 });
    expect((await claim(shopper, 'days-1')).code).toBe(20018);
  });

  it.each([
    ['whole', ALL_BACK],
    ['in part', PART_BACK],
  ])('delays a concurrent claim, %s, which then does not count its points', async (_, back) => {
    const shopper = await createShopper(environment());
    const orderId = await buy(shopper);
    expect(taskOf(await info(shopper), 'daily-90')?.state).toBe('claimable');
    const { pool } = operator.db();
    // The mail's transitions lock too; the shop retries a deadlock, this writer does not.
    await expect
      .poll(async () => {
        const { rows } = await pool.query<{ state: string }>(
          'select state from deliveries where order_id = $1',
          [orderId],
        );
        return rows[0]?.state;
      })
      .toBe('delivered');
    const writer = await pool.connect();
    try {
      await writer.query('begin');
      // Locks the order first, as every money operation does.
      await writer.query('select from orders where id = $1 for update', [orderId]);
      const asked = claim(shopper, 'daily-90');
      await expect.poll(() => waitingFor(operator.db(), 'for share')).toHaveLength(1);
      await writer.query(back, [orderId]);
      await writer.query('commit');
      expect((await asked).code).toBe(20018);
    } finally {
      // Closed, not released to the pool: a failed test would leave its locks.
      writer.release(true);
    }
    expect(taskOf(await info(shopper), 'daily-90')?.state).toBe('open');
  });
});

describe('[F09] the event’s period and days', () => {
  it('[S10] separate days at the millisecond', async () => {
    const shopper = await createShopper(environment());
    const orderId = await buy(shopper);
    const ctx = operator.ctx();
    const session = await findSession(ctx, shopper.userToken);
    const project = ctx.catalogue.project('miniflix');
    if (session === null || project === null) throw new Error('nobody is there');
    const seen = { project, country: 'US', isGuess: false, kept: {} };
    const visit = { project, session, lang: 'en', seen };
    const midnight = dayStart(dayOf(new Date(Date.now() + DAY_MS))).getTime();
    const at = (ms: number) => ({
      ...ctx,
      clock: { ...ctx.clock, now: () => new Date(ms), nowMs: () => ms },
    });
    const paidAt = 'update orders set paid_at = $2 where id = $1';
    await operator.db().pool.query(paidAt, [orderId, new Date(midnight - 1)]);
    const next = await showCumulation(at(midnight), visit);
    expect(next).toMatchObject({ points: 99, days: 1, day_ends_at: midnight + DAY_MS });
    expect(taskOf(next, 'daily-90')).toMatchObject({ progress: 0, state: 'open' });
    await expect(claimReward(at(midnight), visit, 'daily-90')).rejects.toMatchObject({
      code: 20018,
    });
    const last = await claimReward(at(midnight - 1), visit, 'daily-90');
    expect(last.day_ends_at).toBe(midnight);
    expect(taskOf(last, 'daily-90')?.state).toBe('claimed');
    const { starts_at: starts, ends_at: over } = last;
    await expect(claimReward(at(over), visit, 'days-1')).rejects.toMatchObject({ code: 20011 });
    const inTime = await claimReward(at(over - 1), visit, 'days-1');
    expect(taskOf(inTime, 'days-1')?.state).toBe('claimed');
    // A payment before the event's begin never counts; claims remain.
    await operator.db().pool.query(paidAt, [orderId, new Date(starts - 1)]);
    expect(await showCumulation(at(over - 1), visit)).toMatchObject({ points: 0, days: 1 });
    await operator.db().pool.query(paidAt, [orderId, new Date(starts)]);
    expect(await showCumulation(at(over - 1), visit)).toMatchObject({ points: 99, days: 1 });
    await operator.db().pool.query(paidAt, [orderId, new Date(over)]);
    expect(await showCumulation(at(over), visit)).toMatchObject({ points: 0, state: 'ended' });
  });
});

describe('[F09] an event that changes while it runs', () => {
  it('keeps claims, and gives its new goals to the others', async () => {
    const before = await createShopper(environment());
    const after = await createShopper(environment());
    for (const shopper of [before, after]) {
      await buy(shopper, 'gems-300');
      await buy(shopper);
    }
    await want(claim(before, 'points-500'));
    const catalogue = await editedCatalogue(environment().databaseUrl);
    try {
      await catalogue.editEvent('miniflix', 'cumulation', 'goal: 500,', 'goal: 900,');
      await catalogue.import();
      const goal = async () => taskOf(await info(after), 'points-500')?.goal;
      await expect.poll(goal).toBe(900);
      expect(taskOf(await info(before), 'points-500')).toMatchObject({
        progress: 900,
        state: 'claimed',
      });
      expect((await claim(before, 'points-500')).code).toBe(20019);
      expect(taskOf(await info(after), 'points-500')).toMatchObject({
        progress: 598,
        state: 'open',
      });
      expect((await claim(after, 'points-500')).code).toBe(20018);
      // The reward claimed at 500 stays claimed.
      expect(await info(before)).toMatchObject({ points: 598 });
    } finally {
      await catalogue.remove();
    }
  });
});

/** Runs last: the worker may still use the earlier clock for later purchases. */
describe('[F09] [S10] a shop whose clock was a day off and is corrected', () => {
  let shopper: Shopper;
  beforeAll(async () => {
    shopper = await createShopper(environment());
    await buy(shopper);
  });
  afterAll(() => moveClock(environment(), 0));

  /** The shopper's calls after both clocks moved by this many days. */
  async function daysOff(days: number): Promise<{ client: Client }> {
    await moveClock(environment(), days * DAY_MS);
    const client = shopper.clientAt(days * DAY_MS);
    await expect.poll(async () => (await client.call('cumulationInfo', {})).code).toBe(200);
    return { client };
  }

  it('has counted one more day, and gives today’s reward once', async () => {
    await want(claim(shopper, 'daily-90'));
    const away = await daysOff(1);
    const moved = await info(away);
    expect(moved).toMatchObject({ points: 99, days: 1 });
    expect(taskOf(moved, 'daily-90')).toMatchObject({ progress: 0, state: 'open' });
    expect((await claim(away, 'daily-90')).code).toBe(20018);
    await buyAt(environment(), away);
    await want(claim(away, 'daily-90'));
    expect(await info(away)).toMatchObject({ points: 198, days: 2 });
    const back = await daysOff(0);
    expect((await claim(back, 'daily-90')).code).toBe(20019);
    expect(await info(back)).toMatchObject({ points: 198, days: 2 });
  });

  it.each([
    ['before the event', -2, 'not_started'],
    ['after it', 25, 'ended'],
  ] as const)('%s it can be looked at, and nothing claimed', async (_, days, state) => {
    const away = await daysOff(days);
    const { tasks, ...told } = await info(away);
    expect(told).toMatchObject({ state, points: 198 });
    expect(tasks.map((each) => each.state)).not.toContain('claimable');
    expect((await claim(away, 'days-1')).code).toBe(20011);
  });
});
