import path from 'node:path';
import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { buyByCard, refundsOf } from '../../support/gateway-desk.ts';
import { payermaxNotice, post } from '../../support/notice-writer.ts';
import { approveWallet, CARDS, createShopper, want, type Shopper } from '../../support/shopper.ts';
import { capturesOf, setFault, sharedEnvironment } from '../../support/shared-environment.ts';
import { asOwner } from '../../support/test-database.ts';

const environment = sharedEnvironment();
let become: (full: Full) => Promise<void>;

beforeAll(async () => {
  become = await makeFillable(environment().databaseUrl);
});

const SYSTEM_ERROR = '500 ';

async function openWallet(shopper: Shopper) {
  const opened = await shopper.open({ pay_id: 'paypal' });
  if (opened.pay?.kind !== 'paypal') throw new Error('not a wallet order');
  const { invoice_id, order_id } = opened.pay;
  await approveWallet(environment(), order_id);
  const capture = () => want(shopper.client.call('paypalCapture', { invoice_id, order_id }));
  return { shopper, orderId: opened.order_id, token: opened.token, capture };
}

it('[F06] [F15] [F17] a full database takes no money that it cannot record, and recovers every lost answer', async () => {
  const waiting = await createShopper(environment());
  const untaken = await waiting.open();
  const card = await createShopper(environment());
  const byCard = await card.open();
  // The mail is refused and the money refunded; the refund's answer cannot be stored.
  await setFault(environment(), 'game', 'mail', 'reject');
  await become(['refunds']);
  const refunded = await buyByCard(environment(), CARDS.success);
  await expect.poll(() => refundsOf(environment(), refunded.orderId)).toHaveLength(1);
  // Nor can a game's answer …
  await become(['refunds', 'outbox_mails']);
  const mailed = await buyByCard(environment(), CARDS.success);
  await expect.poll(() => mailed.shopper.mails()).toHaveLength(1);
  // … nor a payment's: no money moves, and the player receives an error.
  await setFault(environment(), 'paypal', 'webhook', 'lost', { times: 10 });
  const wallet = await openWallet(await createShopper(environment()));
  await become(['refunds', 'outbox_mails', 'payment_attempts']);
  await expect(card.payByCard(byCard, CARDS.success)).rejects.toThrow(SYSTEM_ERROR);
  await expect(wallet.capture()).rejects.toThrow(SYSTEM_ERROR);

  // With no writes at all, no gateway is called; reads still work.
  await become('all');
  await expect(waiting.open()).rejects.toThrow(SYSTEM_ERROR);
  await expect(waiting.payByCard(untaken, CARDS.success)).rejects.toThrow(SYSTEM_ERROR);
  expect(await capturesOf(environment(), untaken.order_id)).toEqual([]);
  expect(await waiting.inquire(untaken.token)).toMatchObject({ state: 'open' });
  expect(await card.inquire(byCard.token)).toMatchObject({ state: 'waiting' });
  expect((await mailed.shopper.inquire(mailed.token)).delivery.state).toBe('queued');
  expect((await refunded.shopper.inquire(refunded.token)).state).toBe('success');
  const shelf = await want(waiting.client.call('productLists', waiting.place));
  expect(shelf.goods.length).toBeGreaterThan(0);
  // The gateway's message is not accepted; the gateway sends it again.
  const notice = payermaxNotice({ outTradeNo: `A${untaken.order_id}_1`, status: 'FAILED' });
  expect((await post(environment(), notice)).status).toBe(503);
  const told = await (await fetch(`${environment().metricsUrl}/metrics`)).text();
  expect(told).toMatch(/^webpay_alarms_total\{kind="database_full"\} [1-9]/m);
  const alarm = '"alarm":"database_full","why":"its disk is full"';
  for (const name of ['server', 'worker']) {
    const log = path.join(environment().dataDir, 'logs', `${name}.log`);
    await expect.poll(() => readFile(log, 'utf8')).toContain(alarm);
  }

  await become([]);
  expect((await post(environment(), notice)).status).toBe(200);
  for (const { shopper, token, orderId } of [
    { shopper: card, token: byCard.token, orderId: byCard.order_id },
    wallet,
    mailed,
  ]) {
    await shopper.until(token, ({ delivery }) => delivery.state === 'delivered');
    expect(await shopper.mails()).toHaveLength(1);
    expect(await capturesOf(environment(), orderId)).toHaveLength(1);
    expect(await refundsOf(environment(), orderId)).toEqual([]);
  }
  await refunded.shopper.until(refunded.token, ({ state }) => state === 'refunded');
  expect(await refundsOf(environment(), refunded.orderId)).toHaveLength(1);
  expect(await refunded.shopper.mails()).toEqual([]);
});

/**
 * Simulates a full disk by PostgreSQL's own error: at every write (`'all'`), or for these tables
 * where a row records the answer of an external call.
 */
type Full = 'all' | readonly ('payment_attempts' | 'refunds' | 'outbox_mails')[];

async function makeFillable(url: string): Promise<(full: Full) => Promise<void>> {
  await asOwner(
    url,
    `
    create schema test_disk;
    create table test_disk.full_at (places text[] not null);
    insert into test_disk.full_at values ('{}');
    create function test_disk.no_room() returns trigger language plpgsql security definer as $$
      declare is_answer boolean;
      begin
        if tg_level = 'ROW' then
          is_answer := coalesce(to_jsonb(old) ->> 'state' = 'SUBMITTING' or to_jsonb(old) ->> 'lease_until' is not null, false);
        end if;
        if exists (select from test_disk.full_at
          where (tg_level = 'STATEMENT' and 'all' = any (places)) or (is_answer and tg_table_name = any (places)))
        then
          raise exception 'could not extend file "base/16385/16701": No space left on device'
            using errcode = 'disk_full', hint = 'Check free disk space.';
        end if;
        return new;
      end $$`,
  );
  // One table a transaction: the shop's own may hold others of them.
  for (const table of ['payment_attempts', 'refunds', 'outbox_mails']) {
    await asOwner(
      url,
      `create trigger a_lost_answer before update on ${table} for each row execute function test_disk.no_room()`,
    );
  }
  await asOwner(
    url,
    `do $$
      declare place record;
      begin
        for place in select * from pg_tables where schemaname in ('public', 'graphile_worker') loop
          execute format('create trigger a_full_disk before insert or update on %I.%I
            for each statement execute function test_disk.no_room()', place.schemaname, place.tablename);
          commit;
        end loop;
      end $$`,
  );
  return async (full) => {
    const places = full === 'all' ? 'all' : full.join(',');
    await asOwner(url, `update test_disk.full_at set places = '{${places}}'`);
  };
}
