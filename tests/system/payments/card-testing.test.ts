import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { hashOf } from '../../../apps/api/src/domain/declines/guard-attempt.ts';
import { watchDeclines } from '../../../apps/api/src/domain/declines/outcomes.ts';
import { purgeOutcomes } from '../../../apps/api/src/domain/declines/queries.ts';
import { alertOfRefusal } from '../../../apps/api/src/domain/payments/settle-method.ts';
import { cardBuyers, decline } from '../../support/card-buyers.ts';
import { operatorOf } from '../../support/operator.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { moveClock } from '../../support/shop-days.ts';
import { CARDS, want } from '../../support/shopper.ts';

const environment = sharedEnvironment({ env: { LIMIT_SCALE: '1' } });
const operator = operatorOf(environment);
const { buyer, recordDeclines, lastNetwork } = cardBuyers(environment, operator);
const MINUTE_MS = 60_000;

// All tests decline the same card, which counts for all characters that used it.
beforeEach(() => operator.db().pool.query('delete from attempt_outcomes'));
afterEach(() => moveClock(environment(), 0));

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

  it('counts documents that the gateway refuses as declines, and raises no alert', async () => {
    const tester = await buyer();
    const payer = JSON.stringify({ cpf: '000.000.001-91' });
    const document = { pay_id: 'pix_br', country: 'BR', payer };
    for (let n = 0; n < 3; n += 1) expect((await tester.open(document)).code).toBe(300);
    expect((await tester.open(document)).code).toBe(20003);
    alertOfRefusal(operator.ctx(), null, { code: 'ID_NUM_INVALID', cause: 'payer' }, null);
    expect(await metric('webpay_alarms_total')).not.toContain('gateway_refused_us');
    alertOfRefusal(operator.ctx(), null, { code: 'PARAMS_INVALID', cause: 'request' }, null);
    expect(await metric('webpay_alarms_total')).toContain('gateway_refused_us');
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
    const kept = rows.flatMap((row: object) => Object.values(row).filter(Buffer.isBuffer));
    expect(kept.length).toBeGreaterThanOrEqual(3);
    expect(kept.map((each) => each.toString('latin1')).join(' ')).not.toContain('0002');
  });

  it('counts are kept with the rows: another process sees them', async () => {
    const tester = await buyer();
    await decline(tester, 3);
    const { rowCount } = await operator
      .db()
      .pool.query(`select from attempt_outcomes where declines = 1 and network = $1`, [
        hashOf(operator.ctx(), 'network', lastNetwork()),
      ]);
    expect(rowCount).toBe(3);
  });

  it('alerts once an hour about a project’s ratio of declines, and forgets after a day', async () => {
    const ctx = operator.ctx();
    await recordDeclines(20, 'alert-test', { project: 'cgg' });
    // In an hour of its own: the worker watches too, and would take the one alert of this hour.
    const inTwoHours = new Date(ctx.clock.real().getTime() + 120 * MINUTE_MS);
    const watching = { ...ctx, clock: { ...ctx.clock, real: () => inTwoHours } };
    await watchDeclines(watching);
    await watchDeclines(watching);
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
