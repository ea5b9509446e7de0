import type { CallResult } from '@webpay/contract/calls';
import { createStoreClient, type StoreClient } from '@webpay/contract/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { DEFAULT_SIGN_SECRET } from '../../../apps/api/src/config/config.ts';
import { countOutcome } from '../../../apps/api/src/domain/declines/outcomes.ts';
import { hashOf } from '../../../apps/api/src/domain/declines/guard-attempt.ts';
import { purgeOutcomes } from '../../../apps/api/src/domain/declines/queries.ts';
import { watchDeclines } from '../../../apps/api/src/domain/declines/outcomes.ts';
import { knowImage } from '../../support/access-player.ts';
import { operatorOf } from '../../support/operator.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { moveClock } from '../../support/shop-days.ts';
import {
  CARDS,
  createShopper,
  MINIFLIX,
  orderFields,
  tokeniseAt,
  want,
} from '../../support/shopper.ts';

const environment = sharedEnvironment({ env: { LIMIT_SCALE: '1' } });
const operator = operatorOf(environment);
const MINUTE_MS = 60_000;
let nextNetwork = 0;

// All tests decline the same card, which counts for all characters that used it.
beforeEach(() => operator.db().pool.query('delete from attempt_outcomes'));
afterEach(() => moveClock(environment(), 0));

/** A player behind an address, who opens and pays orders call by call. */
async function buyer(address = `198.51.100.${(nextNetwork += 1)}`) {
  const shopper = await createShopper(environment());
  const shelf = await want(shopper.client.call('productLists', shopper.place));
  const product = shelf.goods[0]?.product_id ?? '';
  const clientAt = (offsetMs: number): StoreClient => {
    const client = createStoreClient({
      baseUrl: environment().url,
      secret: DEFAULT_SIGN_SECRET,
      ...MINIFLIX,
      headers: { 'x-forwarded-for': address },
      now: () => Date.now() + offsetMs,
    });
    client.useToken(shopper.userToken);
    return client;
  };
  let client = clientAt(0);
  const open = (more: { order_key?: string; v_code?: string; v_code_md5?: string } = {}) =>
    client.call('orderCreate', { ...orderFields(product), ...more });
  const solve = async () =>
    knowImage(operator.ctx(), (await want(client.call('captcha', {}))).v_code_md5);
  const submit = async ({ pay }: Pick<CallResult<'orderCreate'>, 'pay'>, card: string) => {
    const paymentToken = await tokeniseAt(environment(), pay, card);
    const sessionKey = pay !== null && 'session_key' in pay ? pay.session_key : '';
    return client.call('payermaxCard', { sessionKey, paymentToken });
  };
  return {
    ...shopper,
    open,
    solve,
    submit,
    moveTo: (offsetMs: number) => {
      client = clientAt(offsetMs);
    },
    /** Pays a new order. @returns its state */
    pay: async (card: string, more: Parameters<typeof open>[0] = {}) =>
      (await want(submit(await want(open(more)), card))).state,
  };
}

async function decline(one: Awaited<ReturnType<typeof buyer>>, times: number, isProven = false) {
  for (let n = 0; n < times; n += 1) {
    expect(await one.pay(CARDS.declined, isProven ? await one.solve() : {})).toBe('failed');
  }
}

/** The waiting time in a refusal, ms. */
function waitOf({ result }: { readonly result: unknown }): number {
  const { retry_after_ms: ms } = v.parse(v.object({ retry_after_ms: v.number() }), result);
  return ms;
}

async function metric(name: string): Promise<string> {
  return (await operator.ctx().metrics.registry.getSingleMetricAsString(name)).trim();
}

describe('card testing (14.11)', () => {
  it('needs an image code after three declines of a character, whatever its orders', async () => {
    const tester = await buyer();
    await decline(tester, 3);
    expect((await tester.open()).code).toBe(20003);
    expect((await tester.open({ v_code: 'AAAA', v_code_md5: 'unknown' })).code).toBe(10007);
    const code = await tester.solve();
    const opened = await want(tester.open(code));
    // A picture serves one attempt: neither its code nor its proof serves a second order.
    expect((await tester.open(code)).code).toBe(10007);
    expect((await tester.open()).code).toBe(20003);
    expect((await want(tester.submit(opened, CARDS.success))).state).toBe('success');
  });

  it('needs no second picture for the same unpaid attempt', async () => {
    const tester = await buyer();
    await decline(tester, 3);
    const order_key = crypto.randomUUID();
    const opened = await want(tester.open({ order_key, ...(await tester.solve()) }));
    expect((await want(tester.open({ order_key }))).pay).toEqual(opened.pay);
  });

  it('pauses after six declines, longer with each further one, and serves afterwards', async () => {
    const tester = await buyer();
    await decline(tester, 3);
    await decline(tester, 3, true);
    const paused = await tester.open(await tester.solve());
    expect(paused.code).toBe(10002);
    const waitMs = waitOf(paused);
    expect(waitMs).toBeGreaterThan(4 * MINUTE_MS);
    expect(waitMs).toBeLessThanOrEqual(5 * MINUTE_MS);

    const later = 6 * MINUTE_MS;
    await moveClock(environment(), later);
    tester.moveTo(later);
    expect((await tester.open()).code).toBe(20003);
    await decline(tester, 1, true);
    expect(waitOf(await tester.open(await tester.solve()))).toBeGreaterThan(9 * MINUTE_MS);
  });

  it('lets a character pay again by an operator’s decision, with its reason', async () => {
    const tester = await buyer();
    await decline(tester, 3);
    await decline(tester, 3, true);
    expect((await tester.open()).code).toBe(10002);
    const answer = await operator.resolve(
      'end-pause',
      'miniflix',
      tester.cid,
      '--because',
      'the bank confirmed the card',
    );
    expect(answer).toMatch(/^Cleared/);
    expect(await tester.pay(CARDS.success)).toBe('success');
    const { rows } = await operator.db().pool.query('select because from decline_pardons');
    expect(rows).toEqual([{ because: 'the bank confirmed the card' }]);
  });

  it('stops forms that were opened before the declines, at the card call', async () => {
    const tester = await buyer();
    const stock = [];
    for (let n = 0; n < 8; n += 1) {
      stock.push(await want(tester.open({ order_key: crypto.randomUUID() })));
    }
    const answers = await Promise.all(stock.map((each) => tester.submit(each, CARDS.declined)));
    const sent = answers.filter(({ code }) => code === 200);
    expect(sent).toHaveLength(3);
    expect(answers.filter(({ code }) => code === 20003)).toHaveLength(5);
  });

  it('counts a decline that another server wrote by a clock some seconds ahead', async () => {
    const tester = await buyer();
    await decline(tester, 3);
    await operator.db().pool.query(`update attempt_outcomes set at = at + interval '5 seconds'`);
    expect((await tester.open()).code).toBe(20003);
  });

  it('takes an image code for an opened form by order/create with its key', async () => {
    const tester = await buyer();
    const order_key = crypto.randomUUID();
    const early = await want(tester.open({ order_key }));
    await decline(tester, 3);
    expect((await tester.submit(early, CARDS.success)).code).toBe(20003);
    await want(tester.open({ order_key, ...(await tester.solve()) }));
    expect((await want(tester.submit(early, CARDS.success))).state).toBe('success');
  });

  it('counts a card over all characters that used it, by its digits and expiry', async () => {
    const [first, second, third] = [await buyer(), await buyer(), await buyer()];
    for (const each of [first, second, third]) {
      await decline(each, 1);
    }
    const counted = async () =>
      (
        await operator
          .db()
          .pool.query(`select card from attempt_outcomes where card is not null and declines > 0`)
      ).rowCount;
    await expect.poll(counted).toBeGreaterThanOrEqual(3);
    // The third decline of the card, though each character had one.
    await expect.poll(async () => (await third.open()).code).toBe(20003);
    expect((await (await buyer()).open()).code).toBe(200);
    const { rows } = await operator.db().pool.query(`select card, network from attempt_outcomes`);
    expect(JSON.stringify(rows)).not.toContain('0002');
  });

  it('does not trouble a family behind one address where a card is declined once', async () => {
    const address = '203.0.113.50';
    const [mother, child] = [await buyer(address), await buyer(address)];
    await decline(child, 1);
    expect(await mother.pay(CARDS.success)).toBe('success');
    expect(await child.pay(CARDS.success)).toBe('success');
  });

  it('asks a network with many declines for an image code, and never pauses it', async () => {
    const address = '203.0.113.60';
    const innocent = await buyer(address);
    await recordDeclines(20, 'network-test', { network: address });
    expect((await innocent.open()).code).toBe(20003);
    const proven = await want(innocent.open(await innocent.solve()));
    expect((await want(innocent.submit(proven, CARDS.success))).state).toBe('success');
    await recordDeclines(200, 'network-test', { network: address });
    expect((await innocent.open(await innocent.solve())).code).toBe(200);
    expect((await (await buyer('203.0.113.61')).open()).code).toBe(200);
  });

  it('asks a block of networks with many declines for an image code, though each network had one', async () => {
    await decline(await buyer('2001:db8:60:1::1'), 1);
    await operator.db().pool.query(`update attempt_outcomes set declines = 59`);
    const innocent = await buyer('2001:db8:60:2::1');
    const fromAnywhere = await buyer('2001:db8:61:2::1');
    expect((await innocent.open()).code).toBe(200);
    await decline(await buyer('2001:db8:60:3::1'), 1);
    expect((await innocent.open()).code).toBe(20003);
    const proven = await want(innocent.open(await innocent.solve()));
    expect((await want(innocent.submit(proven, CARDS.success))).state).toBe('success');
    await operator.db().pool.query(`update attempt_outcomes set declines = 10 * declines`);
    expect((await innocent.open(await innocent.solve())).code).toBe(200);
    expect((await fromAnywhere.open()).code).toBe(200);
    const { rows } = await operator.db().pool.query(`select network, block from attempt_outcomes`);
    expect(JSON.stringify(rows)).not.toContain('2001:db8');
  });

  it('takes no block from code of the previous release, and counts its declines for their network', async () => {
    const address = '2001:db8:70:1::1';
    const innocent = await buyer(address);
    await recordDeclines(20, 'older-code', { network: '2001:db8:70:1::/64' });
    expect((await innocent.open()).code).toBe(20003);
    expect((await (await buyer('2001:db8:70:2::1')).open()).code).toBe(200);
  });

  it('counts are kept with the rows: another process sees them', async () => {
    const tester = await buyer();
    await decline(tester, 3);
    const { rowCount } = await operator
      .db()
      .pool.query(`select from attempt_outcomes where declines = 1 and network = $1`, [
        hashOf(operator.ctx(), 'network', `198.51.100.${nextNetwork}`),
      ]);
    expect(rowCount).toBe(3);
  });

  it('alerts once an hour about a project’s ratio of declines, and forgets after a day', async () => {
    const ctx = operator.ctx();
    await recordDeclines(20, 'alert-test', { project: 'cgg' });
    await watchDeclines(ctx);
    await watchDeclines(ctx);
    const alerts = (await metric('webpay_alarms_total')).split('\n');
    expect(alerts.find((each) => each.includes('declines_many'))).toMatch(/ 1$/);
    expect(await metric('webpay_payment_outcomes_total')).toContain(
      'webpay_payment_outcomes_total{project="cgg",outcome="declined"} 20',
    );
    await ctx.db.run(purgeOutcomes, { before: new Date(Date.now() + MINUTE_MS) });
    const { rowCount } = await operator.db().pool.query('select from attempt_outcomes');
    expect(rowCount).toBe(0);
  });
});

/** Declines of unknown characters, as their gateway reports them. */
async function recordDeclines(
  count: number,
  prefix: string,
  { project = 'miniflix', network }: { readonly project?: string; readonly network?: string },
): Promise<void> {
  const ctx = operator.ctx();
  await ctx.db.transaction(async (tx) => {
    for (let n = 0; n < count; n += 1) {
      const attemptId = `${prefix}-${crypto.randomUUID()}`;
      const attempt = { attemptId, orderId: prefix, project, playerId: -1 - n };
      await countOutcome(ctx, tx, attempt, {
        kind: 'declined',
        failure: 'declined',
        gatewayRef: null,
      });
    }
  });
  if (network === undefined) return;
  await operator
    .db()
    .pool.query(`update attempt_outcomes set network = $1 where attempt_id like $2`, [
      hashOf(ctx, 'network', network),
      `${prefix}-%`,
    ]);
}
