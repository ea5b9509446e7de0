import { afterEach, describe, expect, it } from 'vitest';
import {
  buyByCard,
  buyByWallet,
  delivered,
  endDisputeOf,
  endDispute,
  notifyAsPayermax,
  openDispute,
  reverseCapture,
} from '../../support/gateway-desk.ts';
import { onOneConnection } from '../../support/lock-waits.ts';
import { inboxAttempts, moneyFactsOf, running } from '../../support/money-facts.ts';
import { operatorOf } from '../../support/operator.ts';
import { CARDS, createShopper } from '../../support/shopper.ts';
import {
  capturesOf,
  clearFaults,
  setFault,
  sharedEnvironment,
} from '../../support/shared-environment.ts';

const environment = sharedEnvironment();
const operator = operatorOf(environment);

afterEach(() => clearFaults(environment()));

const { factsOf, untilFacts, untilAllIsRead } = moneyFactsOf(operator);

describe('a dispute at the payer’s bank', () => {
  it('[V07] flags the player, refunds the order when lost, and an operator clears the flag', async () => {
    const shopper = await createShopper(environment());
    const order_key = `key-${crypto.randomUUID()}`;
    const before = await shopper.open({ order_key });
    // The bank disputes three seconds after the payment; earlier work is done by then.
    const opened = await shopper.open();
    await shopper.payByCard(opened, CARDS.disputed);
    const { order_id: orderId, token } = opened;
    const bought = { shopper, orderId, token };
    await delivered(bought);
    await untilFacts(bought).toMatchObject({ cases: ['open'], is_flagged: true });
    await expect(shopper.open()).rejects.toThrow('20004');
    // An order opened before the flag takes no money after it and gets no new card form.
    await expect(shopper.payByCard(before, CARDS.success)).rejects.toThrow('20004');
    await expect(shopper.open({ order_key })).rejects.toThrow('20004');
    expect(await capturesOf(environment(), before.order_id)).toEqual([]);
    const part = operator.resolve(
      'refund',
      orderId,
      '--amount',
      '0.10',
      '--allow-delivered',
      '--because',
      'x',
    );
    await expect(part).rejects.toThrow('A dispute about its payment is open');

    await endDisputeOf(environment(), orderId, 'FAIL');
    const order = await shopper.until(token, (each) => each.state === 'refunded');
    expect(order).toMatchObject({ reason: 'chargeback', delivery: { state: 'delivered' } });
    expect(await factsOf(bought)).toMatchObject({
      cases: ['lost'],
      sums: '0/0/99',
      is_flagged: true,
    });

    expect(await operator.resolve('list')).toContain(shopper.cid);
    await operator.resolve(
      'clear-flag',
      'miniflix',
      shopper.cid,
      '--because',
      'the card was stolen from them',
    );
    expect((await shopper.open()).state).toBe('open');
  });

  it('[V07] [F15] stops an unsent delivery, which resumes when won and is cancelled when lost', async () => {
    await setFault(environment(), 'game', 'mail', 'maintenance', { times: 500 });
    const won = await buyByCard(environment(), CARDS.disputed);
    const lost = await buyByCard(environment(), CARDS.disputed);
    for (const each of [won, lost]) await untilFacts(each).toMatchObject({ is_held: true });
    await clearFaults(environment());
    await endDisputeOf(environment(), won.orderId, 'WIN');
    await endDisputeOf(environment(), lost.orderId, 'FAIL');
    expect(await delivered(won)).toMatchObject({ state: 'success' });
    const gone = await lost.shopper.until(lost.token, (each) => each.state === 'refunded');
    expect(gone).toMatchObject({ reason: 'chargeback', delivery: { state: 'cancelled' } });
    expect(await lost.shopper.mails()).toEqual([]);
    expect(await won.shopper.mails()).toHaveLength(1);
    expect(await factsOf(won)).toMatchObject({ cases: ['won'], is_flagged: true, sums: '0/0/0' });
  });

  it('[F17] [V07] lost during an indeterminate refund waits for its end, and is lost once', async () => {
    const bought = await buyByCard(environment(), CARDS.success);
    await delivered(bought);
    await setFault(environment(), 'payermax', 'refund', 'error', { times: 500 });
    await setFault(environment(), 'payermax', 'query', 'error', { times: 500 });
    await operator.resolve('refund', bought.orderId, '--allow-delivered', '--because', 'a test');
    await untilFacts(bought).toMatchObject({ refunds: ['operator UNKNOWN'], sums: '99/0/0' });
    const outTradeNo = `A${bought.orderId}_1`;
    const dispute = { caseId: `C${bought.orderId}`, outTradeNo, amount: '0.99', currency: 'USD' };
    const closed = { ...dispute, status: 'CASE_CLOSED', caseResult: 'FAIL' };
    expect(await notifyAsPayermax(environment(), 'CHARGEBACK', closed)).toBe(200);
    await expect.poll(async () => (await operator.db().one(inboxAttempts)).n).toBeGreaterThan(0);
    expect(await factsOf(bought)).toMatchObject({ cases: [], sums: '99/0/0' });

    // Held between the two: a query without a fault would send the refund again, and it would succeed.
    await onOneConnection(operator.db(), async (query) => {
      await query('select from refunds where order_id = $1 for update', [bought.orderId]);
      await clearFaults(environment());
      await setFault(environment(), 'payermax', 'refund', 'reject');
    });
    await untilFacts(bought).toMatchObject({
      refunds: ['operator FAILED'],
      cases: ['lost'],
      sums: '0/0/99',
      quarantined: [],
    });
  });

  it('[V07] reported late, twice, out of order or for no order does no harm', async () => {
    const bought = await buyByCard(environment(), CARDS.success);
    await delivered(bought);
    const outTradeNo = `A${bought.orderId}_1`;
    const dispute = { caseId: `C${bought.orderId}`, outTradeNo, amount: '0.99', currency: 'USD' };
    const tell = (status: string, changes: object = {}) =>
      notifyAsPayermax(environment(), 'CHARGEBACK', {
        ...dispute,
        status,
        caseResult: '',
        ...changes,
      });
    expect(await tell('CASE_CLOSED', { caseResult: 'WIN' })).toBe(200);
    await untilFacts(bought).toMatchObject({ cases: ['won'], is_flagged: true });
    expect(await tell('DISPUTE_INQUIRY')).toBe(200);
    expect(await tell('DISPUTE_RECEIVED')).toBe(200);
    expect(await tell('CASE_CLOSED', { caseResult: 'WIN' })).toBe(200);
    expect(await tell('CASE_CLOSED', { caseResult: 'FAIL' })).toBe(200);
    expect(
      await tell('DISPUTE_INQUIRY', { caseId: 'C-nobody', outTradeNo: 'A00000000000000000000_1' }),
    ).toBe(200);
    await untilAllIsRead();
    expect(await factsOf(bought)).toMatchObject({
      cases: ['won'],
      quarantined: ['case_ended_otherwise'],
      sums: '0/0/0',
      is_held: false,
    });
    expect((await bought.shopper.inquire(bought.token)).state).toBe('success');
    const waiting = await operator.resolve('list');
    const [, number = ''] = /^ {2}(\d+) .*case_ended_otherwise/m.exec(waiting) ?? [];
    await operator.resolve('settle', number, '--because', 'the bank says it was a slip');
    expect(await operator.resolve('list')).not.toContain('case_ended_otherwise');
  });

  it('[V07] flags only, for a fraud warning', async () => {
    const bought = await buyByCard(environment(), CARDS.success);
    await delivered(bought);
    const outTradeNo = `A${bought.orderId}_1`;
    const said = { outTradeNo, tradeAmount: '0.99', tradeCurrency: 'USD' };
    expect(await notifyAsPayermax(environment(), 'FRAUD', said)).toBe(200);
    await untilFacts(bought).toMatchObject({ is_flagged: true, cases: [], sums: '0/0/0' });
    await expect(bought.shopper.open()).rejects.toThrow('20004');
    expect((await bought.shopper.inquire(bought.token)).state).toBe('success');
  });

  it('[V07] at the wallet, won and then reversed, is lost once', async () => {
    const bought = await buyByWallet(environment());
    await delivered(bought);
    const dispute = await openDispute(environment(), bought.orderId);
    await untilFacts(bought).toMatchObject({ cases: ['open'], is_flagged: true });
    await endDispute(environment(), dispute, 'CANCELED_BY_BUYER');
    await untilFacts(bought).toMatchObject({ cases: ['cancelled'], sums: '0/0/0' });
    await reverseCapture(environment(), bought.orderId);
    const order = await bought.shopper.until(bought.token, (each) => each.state === 'refunded');
    expect(order.reason).toBe('chargeback');
    expect(await factsOf(bought)).toMatchObject({ cases: ['cancelled', 'lost'], sums: '0/0/99' });
  });
});

describe('[V07] [F17] a wallet dispute', () => {
  const lostBy = (id: string) =>
    operator.db().pool.query<{ n: number }>(
      `select count(*)::int4 as n from ledger_entries where kind = 'chargeback_lost' and dispute_id = $1
          and amount_minor = 99`,
      [id],
    );

  it('about two payments stops both, and each is lost by itself', async () => {
    const both = [await buyByWallet(environment()), await buyByWallet(environment())];
    for (const each of both) await delivered(each);
    const dispute = await openDispute(environment(), ...both.map(({ orderId }) => orderId));
    for (const each of both) {
      await untilFacts(each).toMatchObject({ cases: ['open'], is_flagged: true });
    }
    await endDispute(environment(), dispute, 'RESOLVED_BUYER_FAVOUR');
    for (const each of both) {
      const order = await each.shopper.until(each.token, ({ state }) => state === 'refunded');
      expect(order.reason).toBe('chargeback');
      expect(await factsOf(each)).toMatchObject({
        cases: ['lost'],
        sums: '0/0/99',
        quarantined: [],
      });
    }
    expect((await lostBy(dispute)).rows).toEqual([{ n: 2 }]);
  });

  it('with a reversal waits until the wallet confirms it, then goes to an operator', async () => {
    const bought = await buyByWallet(environment());
    await delivered(bought);
    await reverseCapture(environment(), bought.orderId, true);
    const { pool } = operator.db();
    const waiting = `from gateway_inbox where event_type = 'PAYMENT.CAPTURE.REVERSED' and applied_at is null`;
    const tries = async () =>
      (await pool.query<{ attempts: number }>(`select attempts ${waiting}`)).rows[0]?.attempts ?? 0;
    await expect.poll(tries).toBeGreaterThan(0);
    expect(await factsOf(bought)).toMatchObject({ cases: [], sums: '0/0/0', is_flagged: false });
    await pool.query(
      `update gateway_inbox set received_at = received_at - interval '11 minutes', next_attempt_at = now()
        where id in (select id ${waiting})`,
    );
    await untilFacts(bought).toMatchObject({
      cases: [],
      sums: '0/0/0',
      quarantined: ['reversal_not_confirmed'],
    });
    expect((await bought.shopper.inquire(bought.token)).state).toBe('success');
    // Reported lost twice at once, it is recorded once.
    const list = await operator.resolve('list');
    const number = /resolve -- confirm-chargeback (\d+) /.exec(list)?.[1] ?? '';
    const confirm = () => operator.resolve('confirm-chargeback', number, '--because', 'seen there');
    await expect(operator.resolve('believe', number)).rejects.toThrow('--because');
    const said = await Promise.allSettled([confirm(), confirm()]);
    expect(said.map(({ status }) => status)).toContain('fulfilled');
    expect(await factsOf(bought)).toMatchObject({
      cases: ['lost'],
      sums: '0/0/99',
      is_flagged: true,
    });
    const order = await bought.shopper.inquire(bought.token);
    expect(order).toMatchObject({ state: 'refunded', reason: 'chargeback' });
    await expect(confirm()).rejects.toThrow('No reversal with that number is waiting');
    expect(await operator.resolve('list')).not.toContain(bought.orderId);
  });

  it('leaves a ledger that agrees with every test above', async () => {
    await expect.poll(async () => (await operator.db().one(running)).n).toBe(0);
    expect((await operator.db().pool.query('select * from ledger_discrepancies()')).rows).toEqual(
      [],
    );
  });
});
