import * as v from 'valibot';
import { expect, it } from 'vitest';
import { manyOrders } from '../../../../../../tests/support/big-orders.ts';
import { builtShop } from '../../../../../../tests/support/built-shop.ts';
import { asOwner } from '../../../../../../tests/support/test-database.ts';
import { encodeValues, type Statement } from '../../../platform/db/statement.ts';
import {
  bargainPlayers,
  bargainSteps,
  claimedRewards,
  claimingPlayers,
  paidIn,
  roundById,
  roundsOfEvent,
} from './queries.ts';

const { pool, url } = await builtShop(2);
const plan = v.array(v.object({ 'QUERY PLAN': v.string() }));

async function wholeReads<Values extends object>(
  { text, params }: Statement<unknown, Values>,
  values: Values,
): Promise<string[]> {
  const explained = await pool.query(`explain ${text}`, encodeValues(params, values));
  const lines = v.parse(plan, explained.rows).map((row) => row['QUERY PLAN']);
  return lines.filter((line) => /Seq Scan on (?:orders|bargain_\w+|rewards)/.test(line));
}

it('the results of a round read no big table from end to end', async () => {
  for (const each of manyOrders(5_000)) await asOwner(url, each);
  await asOwner(
    url,
    `with terms as (insert into bargain_terms (id, rules) values ('t', '{}') returning id), coupons as (
        insert into bargain_coupons (player_id, project, event_id, n, terms_id, drawn_minor, draw, issued_at, expires_at)
          select p.id, p.project, 'round-' || r, 1, terms.id, 400, '{}', now(), now() + interval '1 day'
          from players p, terms, generate_series(1, 20) as r)
      insert into rewards (id, player_id, project, server_id, event_id, kind, task_id, day, lang, mail, items, state, at, created_at)
        select p.id || '-' || r, p.id, p.project, p.server_id, 'round-' || r, 'days', 'days-1', current_date, 'en', '{}', '[]',
          'delivered', now(), now()
        from players p, generate_series(1, 20) as r`,
  );
  await asOwner(
    url,
    `insert into bargain_steps (player_id, project, event_id, task, day, n, lowers_minor, at)
      select player_id, project, event_id, 'sign_in', current_date, 1, 60, now() from bargain_coupons`,
  );
  await asOwner(url, 'analyze');
  const round = { project: 'dr2', eventId: 'round-1' };
  const day = { from: new Date(Date.now() - 86_400_000), to: new Date() };
  const found = [
    await wholeReads(roundById, round),
    await wholeReads(roundsOfEvent, { ...round, most: 12 }),
    await wholeReads(bargainPlayers, round),
    await wholeReads(bargainSteps, round),
    await wholeReads(claimedRewards, round),
    await wholeReads(claimingPlayers, round),
    await wholeReads(paidIn, { project: 'dr2', source: 'bargain', ...day }),
  ];
  expect(found.flat()).toEqual([]);
});
