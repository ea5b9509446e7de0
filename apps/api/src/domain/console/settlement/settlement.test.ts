import { CONSOLE_CALLS, type ConsoleResult } from '@webpay/contract/console/calls';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { builtShop } from '../../../../../../tests/support/built-shop.ts';
import type { Operator, Refused } from '../../operators/operator.ts';
import type { Sees } from '../scope.ts';
import { oneByOne } from './one-by-one.ts';
import { readSettlement, settlementCsv } from './read-settlement.ts';
import { listSettlementEntries } from './settlement-entries.ts';

const { built, pool } = await builtShop(6);
const { ctx } = built;
type Reader = Sees & Pick<Operator, 'roles'>;
const ALL: Reader = { projects: [], roles: ['finance'] };
const DR2: Reader = { projects: ['dr2'], roles: ['finance'] };

let made = 0;

/** An order with a payment that keeps its country and its rate of tax. */
async function payment(
  country: string,
  rate: number | null,
  merchant: string | null = null,
): Promise<string> {
  made += 1;
  const orderId = `s${String(made).padStart(19, '0')}`;
  await pool.query(
    `with player as (
        insert into players (project, server_id, cid, pr_id, server_name, name, level, seen_at)
          values ('miniflix', '1', $1, '1', 'S01', 'Test', 1, now()) returning id
      )
      insert into orders (id, project, player_id, source, products_key, state, country, currency, total_minor, lang,
          recipient, returns_to_payment, redirect_url, created_at, expires_at)
        select $2, 'miniflix', id, 'direct', 'x', 'success', $3, 'EUR', 1190, 'en', '{}', true, '', now(), now() from player`,
    [`settled${made}`, orderId, country],
  );
  await pool.query(
    `insert into payment_attempts (id, order_id, n, pay_id, provider, method, country, currency, amount_minor, state,
        requested_at, created_at, updated_at, tax_thousandths, merchant)
      values ('A' || $1 || '_1', $1, 1, 'card', 'payermax', 'card', $2, 'EUR', 1190, 'SUBMITTING', now(), now(), now(), $3, $4)`,
    [orderId, country, rate, merchant],
  );
  return orderId;
}

const MOVES = {
  capture: ['gateway', 'owed_to_players'],
  refund_done: ['refunds_owed', 'gateway'],
  chargeback_lost: ['chargeback_losses', 'gateway'],
  fee: ['gateway_fees', 'gateway'],
  quarantined: ['gateway', 'quarantine'],
} as const;

async function post(at: string, kind: keyof typeof MOVES, minor: number, orderId: string | null) {
  made += 1;
  const [debit, credit] = MOVES[kind];
  await pool.query(
    `insert into ledger_entries (at, kind, subject, debit, credit, currency, amount_minor, project, provider, pay_id,
        order_id, attempt_id)
      values ($1, $2, $3, $4, $5, 'EUR', $6, case when $7::text is not null then 'miniflix' end, 'payermax',
        case when $7::text is not null then 'card' end, $7, 'A' || $7 || '_1')`,
    [at, kind, `m${made}`, debit, credit, minor, orderId],
  );
}

const german = await payment('DE', 19_000);
const old = await payment('FR', null);
await post('2026-03-09T23:59:59.999Z', 'capture', 7_777, german);
await post('2026-03-10T00:00:00Z', 'capture', 1_190, german);
await post('2026-03-10T12:00:00Z', 'refund_done', 595, german);
await post('2026-03-10T12:00:01Z', 'fee', 30, german);
await post('2026-03-10T13:00:00Z', 'capture', 2_000, old);
await post('2026-03-10T14:00:00Z', 'chargeback_lost', 2_000, old);
await post('2026-03-10T23:59:59.999Z', 'quarantined', 599, null);
await post('2026-03-11T00:00:00Z', 'capture', 8_888, german);

const DAY = { from: '2026-03-10', to: '2026-03-10' };

function accepted<T extends object>(outcome: T | Refused): T {
  if ('refused' in outcome) throw new Error(outcome.refused.code);
  return outcome;
}
const read = async (more: object = {}, operator = ALL): Promise<ConsoleResult<'settlement'>> => {
  const answer = accepted(await readSettlement(ctx, operator, { ...DAY, ...more }));
  return v.parse(CONSOLE_CALLS.settlement.result, answer);
};

describe('a settlement', () => {
  it('tells a day of UTC by country and rate of tax, and says where a tax is not known', async () => {
    const { items } = await read();
    expect(items).toMatchObject([
      { project: null, channel: 'payermax', country: null, quarantined: 599, net: 599, tax: 0 },
      { country: 'DE', tax_thousandths: 19_000, captured: 1_190, refunded: 595, net: 565, tax: 95 },
      { country: 'FR', tax_thousandths: null, charged_back: 2_000, tax: null, tax_unknown: 1 },
    ]);
    expect(items[1]).toMatchObject({ fees: 30, captures: 1, refunds: 1 });
  });

  it('agrees with the entries of the ledger, in each currency and row', async () => {
    const { rows } = await pool.query<{ minor: number }>(
      `select sum(signed_minor)::int8 as minor from ledger_lines
        where account = 'gateway' and at >= '2026-03-10T00:00:00Z' and at < '2026-03-11T00:00:00Z'`,
    );
    const { items, totals } = await read();
    expect(totals).toMatchObject([{ currency: 'EUR', net: Number(rows[0]?.minor), tax: null }]);
    for (const { id, net } of items) {
      const { items: entries } = accepted(
        await listSettlementEntries(ctx, ALL, { ...DAY, row: id }),
      );
      expect(entries.reduce((sum, entry) => sum + entry.sum.minor, 0)).toBe(net);
    }
  });

  it('shows an operator of other projects neither rows nor entries, nor money of no project', async () => {
    expect(await read({}, DR2)).toMatchObject({ items: [], totals: [], found: { channels: [] } });
    const { text } = accepted(await settlementCsv(ctx, DR2, DAY));
    expect(text.split('\n')).toHaveLength(2);
    for (const { id } of (await read()).items) {
      const entries = accepted(await listSettlementEntries(ctx, DR2, { ...DAY, row: id }));
      expect(entries.items).toEqual([]);
    }
  });

  it('is narrowed by project, channel, country and currency, as its file is', async () => {
    const german = await read({ country: 'DE', channel: 'card', currency: 'EUR' });
    expect(german.items).toHaveLength(1);
    expect(german.found.countries).toEqual(['DE', 'FR']);
    const file = accepted(await settlementCsv(ctx, ALL, { ...DAY, country: 'DE' }));
    expect(german.csv).toEqual({ lines: 1, sha256: file.sha256, format: 2 });
    expect(file.text).toContain(
      'miniflix,card,DE,19,EUR,1,11.90,1,5.95,0,0.00,0.30,0.00,5.65,0.95,0,default',
    );
    expect((await read({ project: 'dr2' })).items).toEqual([]);
  });

  it('has a line for each merchant of a project that moved, and is narrowed by merchant', async () => {
    const days = { from: '2026-07-10', to: '2026-07-10' };
    const before = await payment('DE', 19_000);
    const after = await payment('DE', 19_000, 'nova');
    await post('2026-07-10T09:00:00Z', 'capture', 1_190, before);
    await post('2026-07-10T10:00:00Z', 'capture', 2_380, after);
    await post('2026-07-10T11:00:00Z', 'refund_done', 1_190, after);
    // Money that names the default merchant's payment, and that Nova's account told of.
    await pool.query(
      `insert into quarantine (provider, attempt_id, source, reason, result, at)
        values ('payermax', $1, 'webhook', 'merchant_differs', $2, '2026-07-10T12:00:00Z')`,
      [
        `A${before}_1`,
        { kind: 'paid', captureRef: 'AT-NOVA', currency: 'EUR', amount: 700, merchant: 'nova' },
      ],
    );
    await pool.query(
      `update quarantine set settled_at = '2026-07-11T12:00:00Z' where result ->> 'captureRef' = 'AT-NOVA'`,
    );
    const { items, found } = await read(days);
    expect(items).toMatchObject([
      { id: 'miniflix~card~DE~19000~EUR', merchant: null, captured: 1_190, net: 1_190 },
      {
        id: 'miniflix~card~DE~19000~EUR~nova',
        merchant: 'nova',
        captured: 2_380,
        refunded: 1_190,
        quarantined: 700,
        net: 1_890,
      },
    ]);
    expect(found.merchants).toEqual(['default', 'nova']);
    expect((await read({ ...days, merchant: 'nova' })).items).toEqual(items.slice(1));
    expect((await read({ ...days, merchant: 'default' })).items).toEqual(items.slice(0, 1));
    const file = accepted(await settlementCsv(ctx, ALL, { ...days, merchant: 'nova' }));
    expect(file).toMatchObject({ name: 'settlement_2026-07-10_2026-07-10_nova.csv', format: 2 });
    expect(file.text.split('\n')[1]).toMatch(/,EUR,1,23\.80,.*,nova$/);
    const behind = async (row: string) =>
      accepted(await listSettlementEntries(ctx, ALL, { ...days, row })).items.map(
        ({ text, sum }) => `${text} ${sum.minor}`,
      );
    expect(await behind('miniflix~card~DE~19000~EUR')).toEqual(['Captured 1190']);
    expect(await behind('miniflix~card~DE~19000~EUR~nova')).toEqual([
      'Captured 2380',
      'Refunded -1190',
      'Quarantined 700',
    ]);
    const released = await read({ from: '2026-07-11', to: '2026-07-11' });
    expect(released.items).toMatchObject([{ merchant: 'nova', quarantined: -700 }]);
  });

  it('keeps room for people: scripts wait at two places of eight', async () => {
    const gate = Promise.withResolvers<void>();
    const script = { permissions: ['settlement.read'] } as const;
    const ask = (reader: Parameters<typeof oneByOne>[1]) =>
      oneByOne(ctx, reader, () => gate.promise);
    const scripts = [ask(script), ask(script)];
    expect(await ask(script)).toBeNull();
    const people = Array.from({ length: 6 }, () => ask({}));
    expect(await ask({})).toBeNull();
    gate.resolve();
    expect(await Promise.all([...scripts, ...people])).not.toContain(null);
    expect(await oneByOne(ctx, script, () => Promise.resolve('read'))).toBe('read');
  });

  it('refuses a day that does not exist, a turned period and more than 92 days', async () => {
    const code = async (from: string, to: string) => {
      const answer = await readSettlement(ctx, ALL, { from, to });
      return 'refused' in answer ? answer.refused.code : null;
    };
    expect(await code('2026-02-31', '2026-03-01')).toBe('no_such_day');
    expect(await code('2026-03-02', '2026-03-01')).toBe('no_period');
    expect(await code('2026-01-01', '2026-04-03')).toBe('too_wide');
    expect(await code('2026-01-01', '2026-04-02')).toBeNull();
  });

  it('pages the entries behind a row over its days, each once', async () => {
    for (let n = 0; n < 60; n += 1) {
      await post(`2026-05-0${1 + (n % 3)}T10:00:00Z`, 'capture', 100 + n, german);
    }
    const period = { from: '2026-05-01', to: '2026-05-03', row: 'miniflix~card~DE~19000~EUR' };
    const first = accepted(await listSettlementEntries(ctx, ALL, period));
    expect(first.items).toHaveLength(50);
    const after = first.next ?? '';
    const rest = accepted(await listSettlementEntries(ctx, ALL, { ...period, after }));
    expect(rest).toMatchObject({ next: null });
    const all = [...first.items, ...rest.items];
    expect(new Set(all.map(({ id }) => id)).size).toBe(60);
    expect(all[0]).toMatchObject({ text: 'Captured', order: { id: german } });
    expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).toSorted((a, b) => a - b));
    const forged = await listSettlementEntries(ctx, ALL, { ...period, after: `x${after}` });
    expect(forged).toMatchObject({ refused: { code: 'bad_cursor' } });
  });
});
