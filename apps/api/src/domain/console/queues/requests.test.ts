import { CONSOLE_CALLS } from '@webpay/contract/console/calls';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { deliver, type PaidOrder } from '../../../../../../tests/support/paid-order.ts';
import { lookUpForOperator } from './look-up-role.ts';
import { readRequest } from './request.ts';
import { listRequestPage } from './requests.ts';
import { ALL, HOSTILE, OTHERS, queueShop } from './testing/queue-shop.ts';

const { ctx, pool, paid } = await queueShop();

const requestPage = async (input: Parameters<typeof listRequestPage>[2], who = ALL) => {
  const list = await listRequestPage(ctx, who, input);
  if ('refused' in list) throw new Error(list.refused.code);
  return v.parse(CONSOLE_CALLS.requests.result, list);
};

describe('requests', () => {
  async function request(
    kind: 'refund' | 'wrong_recharge',
    lang: string,
  ): Promise<[string, PaidOrder]> {
    const order = await paid();
    await deliver(pool, order);
    await pool.query(`update orders set lang = $2 where id = $1`, [order.orderId, lang]);
    const id = `q${order.orderId.slice(1)}`;
    await pool.query(
      `insert into resolution_requests (id, player_id, order_id, year, kind, text, state, created_at)
        select $2, player_id, id, 2026, $3, $4, 'open', now() from orders where id = $1`,
      [order.orderId, id, kind, HOSTILE],
    );
    return [id, order];
  }

  it('wait in their order, with the player’s words as text, and are counted', async () => {
    const before = (await requestPage({})).count;
    const [first] = await request('refund', 'de');
    const [second] = await request('wrong_recharge', 'en');
    const list = await requestPage({ limit: 200 });
    expect(list.count).toBe(before + 2);
    expect(list.items.map(({ id }) => id).slice(-2)).toEqual([first, second]);
    expect(list.items.at(-2)).toMatchObject({
      kind: 'refund',
      text: HOSTILE,
      lang: 'de',
      decided_by: null,
      total: { minor: 499, currency: 'USD' },
    });
    const ofKind = await requestPage({ kind: 'wrong_recharge', limit: 200 });
    expect(ofKind.items.map(({ id }) => id)).not.toContain(first);
    const pages = [await requestPage({ limit: 1 })];
    pages.push(await requestPage({ limit: 1, after: pages[0]?.next ?? '' }));
    expect(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(2);
  });

  it('are read with the money that is left and ready answers, English beside', async () => {
    const [id, order] = await request('refund', 'de');
    const answer = await readRequest(ctx, ALL, { id });
    const shown = v.parse(CONSOLE_CALLS.request.result, answer);
    expect(shown).toMatchObject({ left: { minor: 499, currency: 'USD' }, is_given: true });
    expect(shown.order.id).toBe(order.orderId);
    expect(shown.servers.map((server) => server.id)).toContain('112');
    expect(shown.answers.map(({ kind }) => kind)).toEqual([
      'approve_refund',
      'approve_refund',
      'reject_request',
      'reject_request',
    ]);
    expect(shown.answers[0]?.text).toMatch(/^Wir haben zugestimmt/);
    expect(shown.answers[0]?.english).toMatch(/^We’ve approved this/);
  });

  it('those of other projects are missing, and decided ones lie in their own list, the latest first', async () => {
    const [id] = await request('refund', 'xx');
    expect(await readRequest(ctx, OTHERS, { id })).toBeNull();
    expect(await readRequest(ctx, ALL, { id: 'missing' })).toBeNull();
    expect((await requestPage({}, OTHERS)).items).toEqual([]);
    expect((await readRequest(ctx, ALL, { id }))?.answers[0]?.text).toMatch(/^We’ve approved/);
    await pool.query(
      `update resolution_requests set state = 'rejected', because = 'No.', decided_at = now() where id = $1`,
      [id],
    );
    const { items } = await requestPage({ state: 'decided' });
    expect(items[0]).toMatchObject({ id, state: 'rejected', answer: 'No.' });
  });
});

describe('a look-up of a character', () => {
  const wanted = { project: 'miniflix', server_id: '112', cid: '204518763' };
  const withGame = (answer: unknown) => ({
    ...ctx,
    // Verified edge: the operation calls this one function of the games.
    games: { ...ctx.games, findRole: async () => answer } as typeof ctx.games,
  });
  let operators = 0;
  /** By an operator of its own, about a character that nobody asked about. */
  const lookUp = (game: typeof ctx, changed: Partial<typeof wanted> = {}, who = ALL) => {
    operators += 1;
    const cid = String(200_000_000 + operators);
    return lookUpForOperator(
      game,
      { ...who, id: `operator-${operators}` },
      { ...wanted, cid, ...changed },
    );
  };

  it('is bounded for an operator, and asks the game once in ten seconds about one character', async () => {
    let asked = 0;
    const game = {
      ...ctx,
      games: {
        ...ctx.games,
        findRole: async () => {
          asked += 1;
          return { kind: 'none' } as const;
        },
      },
    };
    const who = { ...ALL, id: 'a script' };
    const look = (n: number) =>
      lookUpForOperator(game, who, { ...wanted, cid: String(300_000_000 + n) });
    await Promise.all([look(0), look(0), look(0)]);
    expect(asked).toBe(1);
    let last = await look(1);
    for (let n = 2; n < 60 && last !== null && !('refused' in last); n += 1) last = await look(n);
    expect(last).toMatchObject({ refused: { status: 429, code: 'asked_too_often' } });
    expect(asked).toBe(20);
  });

  it('names a player that the shop knows, for the audit log', async () => {
    const { orderId } = await paid();
    const { rows } = await pool.query<{ id: number; cid: string }>(
      `update players set cid = '204518777' where id = (select player_id from orders where id = $1) returning id, cid`,
      [orderId],
    );
    const game = withGame({ kind: 'found', name: 'Nova', level: 7 });
    const known = await lookUp(game, { cid: rows[0]?.cid ?? '' });
    expect(known).toMatchObject({ player_id: String(rows[0]?.id) });
    expect(await lookUp(game)).toMatchObject({ name: 'Nova', player_id: null });
  });

  it('tells the name that the game knows, and else why there is none', async () => {
    const found = { kind: 'found', name: 'Nova\u202E\nStar', level: 7 };
    const told = await lookUp(withGame(found));
    expect(told).toMatchObject({
      sentence: expect.stringMatching(/^Nova Star is a character of level 7 on /) as string,
    });
    for (const kind of ['none', 'maintenance', 'silent']) {
      const none = await lookUp(withGame({ kind, why: 'x' }));
      expect(none).toMatchObject({ name: null, sentence: expect.stringMatching(/./) as string });
    }
  });

  it('is missing for an unknown server and for a project of others', async () => {
    const game = withGame({ kind: 'none' });
    expect(await lookUp(game, { server_id: 'no' })).toBeNull();
    expect(await lookUp(game, { project: 'no' })).toBeNull();
    expect(await lookUp(game, {}, OTHERS)).toBeNull();
  });
});
