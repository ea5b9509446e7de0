import { createHash } from 'node:crypto';
import { CONSOLE_CALLS } from '@webpay/contract/console/calls';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { endRefund, refundRow } from '../../../../../../tests/support/paid-order.ts';
import { workShop } from '../../actions/testing/work.ts';
import { countQueues } from '../queues/queue-counts.ts';
import { listOwedMoney } from '../queues/refunds.ts';
import { reconciliationCsv } from './day-csv.ts';

const { ctx, pool, support, liveops, stranger, waiting } = await workShop();
const ALL = { projects: [], roles: ['finance'] } as const;
const DR2 = { projects: ['dr2'], roles: ['finance'] } as const;
const DAY = '2026-03-10';

async function difference(day: string, attemptId: string | null, explanation: string) {
  await pool.query(
    `insert into reconciliation_differences (provider, class, subject, attempt_id, theirs, explanation, day, found_at, seen_at)
      values ('payermax', 'amount_differs', $1, $2, '{"amount": "4.99", "currency": "USD", "state": "succeeded", "at": null}',
        $3, $4, now(), now())`,
    [`S${crypto.randomUUID()}`, attemptId, explanation, day],
  );
}

describe('money that bought nothing', () => {
  it('is listed with its way back: a refund, or the refused one again', async () => {
    const owed = await waiting();
    const again = await waiting();
    for (const { deliveryId } of [owed, again]) {
      await pool.query(
        `with mail as (update outbox_mails set ended_at = now() where id = $1)
          update deliveries set state = 'rejected' where id = $1`,
        [deliveryId],
      );
    }
    const refundId = await refundRow(pool, again, { amount: 499 });
    await endRefund(pool, refundId, 'FAILED');
    const { items, count } = v.parse(
      CONSOLE_CALLS.owedMoney.result,
      await listOwedMoney(ctx, ALL, {}),
    );
    expect(count).toBe(2);
    const of = (orderId: string) => items.find(({ order }) => order?.id === orderId);
    expect(of(owed.orderId)).toMatchObject({
      title: 'The goods were not given',
      sum: { minor: 499, currency: 'USD' },
      steps: [{ seed: { kind: 'refund_order', order_id: owed.orderId } }],
    });
    expect(of(again.orderId)).toMatchObject({
      said: `PayerMax refused the refund ${refundId}`,
      steps: [
        { seed: { kind: 'refund_again', refund_id: refundId } },
        { seed: { kind: 'paid_outside', refund_id: refundId } },
      ],
    });
    expect(await listOwedMoney(ctx, DR2, {})).toMatchObject({ items: [], count: 0 });
  });
});

describe('the CSV of a day', () => {
  it('has the counts and sums of each gateway and each difference, with the hash of its text', async () => {
    await pool.query(
      `insert into reconciliations (day, provider, lease_until, finished_at, captures, refunds)
        select $1::date, p, now(), now(), 3, 1 from unnest(array['payermax', 'paypal']) as p`,
      [DAY],
    );
    const { attemptId, orderId } = await waiting();
    await difference(DAY, attemptId, '=1+1, "quoted"');
    const answer = await reconciliationCsv(ctx, ALL, { day: DAY });
    const file = v.parse(CONSOLE_CALLS.reconciliationCsv.result, answer);
    const [header = '', ...lines] = file.text.trimEnd().split('\n');
    const columns = header.split(',').length;
    expect(lines.slice(0, 2)).toEqual([
      `2026-03-10,PayerMax,captures,2,3${','.repeat(columns - 5)}`,
      `2026-03-10,PayerMax,refunds,1,1${','.repeat(columns - 5)}`,
    ]);
    const last = lines.at(-1) ?? '';
    const { rows } = await pool.query<{ no: string }>(
      `select coalesce(order_no, id) as no from orders where id = $1`,
      [orderId],
    );
    expect(last).toContain(`,${rows[0]?.no},miniflix,4.99 USD,succeeded,,,`);
    // A spreadsheet runs no text of a gateway.
    expect(last).toContain(`"'=1+1, ""quoted"""`);
    expect(file).toMatchObject({
      name: 'reconciliation_2026-03-10.csv',
      lines: lines.length,
      sha256: createHash('sha256').update(file.text).digest('hex'),
    });
  });

  it('shows an operator of other projects neither differences nor sums', async () => {
    const answer = await reconciliationCsv(ctx, DR2, { day: DAY });
    const { text, lines } = v.parse(CONSOLE_CALLS.reconciliationCsv.result, answer);
    expect(lines).toBe(4);
    expect(text).not.toContain('miniflix');
  });

  it('is refused for a day that does not exist', async () => {
    const answer = await reconciliationCsv(ctx, ALL, { day: '2026-02-31' });
    expect(answer).toMatchObject({ refused: { code: 'no_such_day' } });
  });
});

describe('the count of open differences', () => {
  it('is of the projects that finance sees, and is not told to others', async () => {
    const { attemptId } = await waiting();
    const before = (await countQueues(ctx, support.operator, {})).differences;
    await difference('2026-03-11', attemptId, 'Ours.');
    await difference('2026-03-11', null, 'Of no order.');
    expect((await countQueues(ctx, support.operator, {})).differences).toBe(before + 2);
    expect(await countQueues(ctx, support.operator, { project: 'dr2' })).toMatchObject({
      differences: 0,
    });
    expect(await countQueues(ctx, stranger.operator, {})).toMatchObject({ differences: 0 });
    expect(await countQueues(ctx, liveops.operator, {})).toMatchObject({ differences: 0 });
  });
});
