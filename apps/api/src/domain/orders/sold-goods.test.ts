import { expect, it } from 'vitest';
import { testDatabase } from '../../../../../tests/support/test-database.ts';
import { itemsGiven } from './given.ts';
import { soldLines } from './sold-goods.ts';
import { orderForView } from './view-queries.ts';
import type { SoldItem } from './columns.ts';

const GEMS = { en: 'Gems', de: 'Edelsteine', fr: 'Gemmes', pl: 'Klejnoty' };
const sold: SoldItem = {
  kind: 'topup',
  name: { en: '60 Gems', de: '60 Edelsteine', fr: '60 gemmes', pl: '60 klejnotów' },
  image: '/gems.webp',
  contents: [{ item_id: 'gem', name: GEMS, count: 60, image: '/gem.webp' }],
  bonus: { item_id: 'gem', name: GEMS, count: 6 },
  doubled: true,
};

it('keeps in a line what its mail and operators read: two languages and English, items and counts', () => {
  const { soldItems } = soldLines([sold], ['pl', 'fr']);
  expect(soldItems[0]?.name).toEqual({ en: '60 Gems', fr: '60 gemmes', pl: '60 klejnotów' });
  const names = { en: 'Gems', fr: 'Gemmes', pl: 'Klejnoty' };
  expect(itemsGiven({ count: 2, sold: soldItems[0] ?? sold })).toEqual([
    { item_id: 'gem', name: names, count: 180, image: '/gem.webp' },
    { item_id: 'gem', name: names, count: 18 },
  ]);
});

it('keeps a text whose languages are all others', () => {
  const odd = { ...sold, name: { ko: '60 보석' } };
  expect(soldLines([odd], ['pl']).soldItems[0]?.name).toEqual({ ko: '60 보석' });
});

it('names equal goods alike, and others otherwise', () => {
  const { soldIds } = soldLines([sold, { ...sold }, { ...sold, image: '/new.webp' }], []);
  expect(soldIds[0]).toBe(soldIds[1]);
  expect(soldIds[0]).not.toBe(soldIds[2]);
});

it('a page reads the whole by its key, and a line of an older release as it is', async () => {
  const { db, pool } = await filled();
  const { soldItems, soldIds } = soldLines([sold], ['pl']);
  const orderId = 'o'.repeat(20);
  await pool.query(`insert into sold_goods (id, sold) values ($1, $2)`, [soldIds[0], sold]);
  await pool.query(
    `insert into order_items (order_id, line, product_id, count, unit_minor, sold, sold_id)
      values ($1, 1, 'new', 1, 499, $2, $3), ($1, 2, 'old', 1, 499, $4, null)`,
    [orderId, soldItems[0], soldIds[0], { ...sold, image: '/old.webp' }],
  );
  const order = await db.one(orderForView, { orderId });
  expect(order.items.map((item) => item.sold)).toEqual([sold, { ...sold, image: '/old.webp' }]);
});

async function filled() {
  const { db } = await testDatabase();
  await db.pool.query(
    `insert into projects (code, game_id, seed_order, is_open, data) values ('p', '1', 1, true, '{}')`,
  );
  await db.pool.query(`with player as (
      insert into players (project, server_id, cid, pr_id, server_name, name, level, seen_at)
      values ('p', '1', '1', '1', 'S', 'N', 1, now()) returning id)
    insert into orders (id, project, player_id, source, products_key, state, country, currency, total_minor, lang,
      recipient, returns_to_payment, redirect_url, created_at, expires_at)
    select repeat('o', 20), 'p', id, 'direct', 'x', 'open', 'US', 'USD', 499, 'pl',
      '{"pr_id": "1", "server_id": "1", "server_name": "S", "cid": "1", "name": "N", "level": 1}', true, '', now(), now()
    from player`);
  return { db, pool: db.pool };
}
