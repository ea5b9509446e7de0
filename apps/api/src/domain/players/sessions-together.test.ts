import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import * as v from 'valibot';
import type { Db } from '../../platform/db/pool.ts';
import { statement } from '../../platform/db/statement.ts';
import { testDatabase } from '../../../../../tests/support/test-database.ts';
import { playerValues } from './player-values.ts';
import { findSession, hashToken } from './session.ts';
import { lookUpTogether } from './sessions-together.ts';
import { sessionParams, SESSIONS_AT_ONCE, sessionsByToken, signIn } from './queries.ts';

const { db } = await testDatabase('seeded');
const now = () => new Date();
const clock = { now, nowMs: () => Date.now(), real: now };

async function enter(cid: string): Promise<string> {
  const token = randomBytes(16).toString('hex');
  const role = {
    pr_id: 'eu',
    server_id: '112',
    server_name: 'S112',
    cid,
    name: `Hero ${cid}`,
    level: 7,
  };
  const expiresAt = new Date(Date.now() + 3_600_000);
  const values = playerValues({ code: 'miniflix' }, role, now());
  await db.run(signIn, {
    ...values,
    tokenHash: hashToken(token),
    expiresAt,
    passwordVersion: 0,
    byLink: false,
  });
  return token;
}

/** Wraps the database and counts its statements. */
function counted(): { readonly db: Db; readonly statements: () => number } {
  let statements = 0;
  const many: Db['many'] = (statement, ...values) => {
    statements += 1;
    return db.many(statement, ...values);
  };
  return { db: { ...db, many }, statements: () => statements };
}

it('[S07] [S12] concurrent session look-ups share one statement per eight and return the right sessions', async () => {
  const cids = Array.from({ length: 20 }, (_, index) => String(70_000 + index));
  const tokens = await Promise.all(cids.map(enter));
  const shop = counted();
  const asked = [...tokens, 'nobody', tokens[3] ?? ''];
  const found = await Promise.all(
    asked.map((token) =>
      lookUpTogether(sessionsByToken)({ db: shop.db, clock }, hashToken(token), {}),
    ),
  );
  expect(found.map((session) => session?.cid ?? null)).toEqual([...cids, null, cids[3]]);
  const separate = shop.statements();

  const lookUp = lookUpTogether(sessionsByToken);
  const together = await Promise.all(
    asked.map((token) => lookUp({ db: shop.db, clock }, hashToken(token), {})),
  );
  expect(together.map((session) => session?.cid ?? null)).toEqual([...cids, null, cids[3]]);
  expect(separate).toBe(asked.length);
  expect(shop.statements() - separate).toBe(Math.ceil(asked.length / SESSIONS_AT_ONCE));
});

it('[S07] look-ups of one turn with different other values are not batched together', async () => {
  const token = await enter('71000');
  const seen: unknown[] = [];
  const many = async (_statement: unknown, values: { eventId: string; today: string }) => {
    const { eventId, today } = values;
    seen.push({ eventId, today });
    return [{ token_hash: hashToken(token), of: today }];
  };
  // Only its parameters matter: the statement never reaches a database.
  const ofEvent = statement({
    name: 'test.sessions_of_event',
    text: `select ${Object.keys({ ...sessionParams, eventId: '', today: '' })
      .map((name) => `:${name}`)
      .join(', ')}`,
    params: { ...sessionParams, eventId: 'text', today: 'date' },
    row: v.object({ token_hash: v.instance(Uint8Array), of: v.string() }),
  });
  const lookUp = lookUpTogether(ofEvent);
  const shop = { db: { ...db, many: many as unknown as Db['many'] }, clock };
  const otherValues = [
    { eventId: 'bargain', today: '2026-11-23' },
    { eventId: 'bargain', today: '2026-11-24' },
    { eventId: 'bargain', today: '2026-11-23' },
  ];
  const found = await Promise.all(
    otherValues.map((values) => lookUp(shop, hashToken(token), values)),
  );
  expect(found.map((each) => each?.of)).toEqual(['2026-11-23', '2026-11-24', '2026-11-23']);
  expect(seen).toEqual([
    { eventId: 'bargain', today: '2026-11-23' },
    { eventId: 'bargain', today: '2026-11-24' },
  ]);
});

it('[S07] a database failure fails every look-up of its turn, and the next look-up queries again', async () => {
  const token = await enter('72000');
  let isDown = true;
  const many: Db['many'] = (statement, ...values) =>
    isDown ? Promise.reject(new Error('down')) : db.many(statement, ...values);
  const ctx = { db: { ...db, many }, clock } as unknown as Parameters<typeof findSession>[0];
  const [one, other] = await Promise.allSettled([findSession(ctx, token), findSession(ctx, token)]);
  expect([one.status, other.status]).toEqual(['rejected', 'rejected']);
  isDown = false;
  expect((await findSession(ctx, token))?.cid).toBe('72000');
});
