import { createHash } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { builtShop } from '../../../../tests/support/built-shop.ts';
import { buildContext } from '../build-context.ts';
import { isKeyedHash, keyedHash } from '../domain/access/keyed-hash.ts';
import { CLOCK_TOLERANCE_MS, LONGEST_LINK_MS } from '../domain/access/links/access-link.ts';
import { characterHashes, logOutCharacter } from '../domain/access/log-out-character.ts';
import { mailCodeHash, withMailCode } from '../domain/access/mail-code.ts';
import { linksEndedSince, saveMailCode } from '../domain/access/queries.ts';
import { orderIdOfToken, orderToken } from '../domain/orders/ids.ts';
import { OLD_KEY_HELD_MS } from '../domain/orders/rotate-order-token-key.ts';
import { savePlayer } from '../domain/players/queries.ts';
import type { Clock } from '../platform/clock.ts';
import { readKeyVerb, runKeys } from './key-verbs.ts';

const { built, db } = await builtShop(4);
const { ctx } = built;
const other = await buildContext(ctx.config, { name: 'test-2', connections: 2, logTo: 'stderr' });
other.ctx.log.level = 'silent';
afterAll(() => other.close());

const ORDER = '0123456789abcdefghij';
let passedMs = 0;
const clock: Clock = { ...ctx.clock, real: () => new Date(Date.now() + passedMs) };
const keys = (...words: readonly string[]) => runKeys({ db, clock }, words);
const lines = async () => (await keys('list')).split('\n').map((line) => line.split(':')[0]);
/** Waits until both processes sign with the listed key and accept so many others. */
const followed = (others: number) =>
  expect
    .poll(async () => {
      const [signing = ''] = (await keys('list')).split('\n');
      return [ctx, other.ctx].map(({ orderTokenKey: { current, others: accepted } }) => {
        const print = createHash('sha256').update(current).digest('hex').slice(0, 8);
        return [signing.includes(print), accepted.length];
      });
    })
    .toEqual([
      [true, others],
      [true, others],
    ]);
const usesOf = async () => {
  const { values } = await ctx.metrics.secondKeyUses.get();
  return values.find(({ labels }) => labels.key === 'order_token_key')?.value;
};

async function sentMailCode(code: string) {
  const now = ctx.clock.now();
  const { id: playerId } = await db.one(savePlayer, {
    project: 'miniflix',
    serverId: 's1',
    cid: '100000001',
    prId: 'eu',
    serverName: 'S1',
    name: 'Nova',
    level: 1,
    seenAt: now,
  });
  const owner = { playerId, purpose: 'pwd_set', network: '192.0.2.1' } as const;
  await db.one(saveMailCode, {
    playerId,
    purpose: owner.purpose,
    codeHash: mailCodeHash(ctx, code, owner),
    requestedFrom: keyedHash(ctx, 'network', owner.network),
    requestedAt: now,
    expiresAt: new Date(now.getTime() + 600_000),
  });
  return owner;
}

test('the key of order tokens changes in steps, and old tokens stay valid until the last step (14.6)', async () => {
  const first = ctx.orderTokenKey.current;
  const token = orderToken(ctx, ORDER);
  const picture = keyedHash(ctx, 'image-code', 'handle', 'ABCD');
  const owner = await sentMailCode('048213');
  expect(await lines()).toEqual(['signs']);
  await expect(keys('switch')).rejects.toThrow('There is no new key to switch to');
  await expect(keys('remove')).rejects.toThrow('There is one key only');

  await keys('add');
  expect(await lines()).toEqual(['signs', 'accepted next']);
  await expect(keys('add')).rejects.toThrow('A second key is accepted already');
  await expect(keys('switch')).rejects.toThrow('younger than a minute');
  await followed(1);
  expect(ctx.orderTokenKey.current).toEqual(first);

  passedMs = 61_000;
  await keys('switch');
  expect(await lines()).toEqual(['signs', 'accepted old']);
  await followed(1);
  expect(ctx.orderTokenKey.current).not.toEqual(first);
  expect(orderToken(ctx, ORDER)).not.toBe(token);
  expect(orderIdOfToken(other.ctx, orderToken(ctx, ORDER))).toBe(ORDER);
  const before = (await usesOf()) ?? 0;
  expect(orderIdOfToken(ctx, token)).toBe(ORDER);
  expect(isKeyedHash(ctx, picture, 'image-code', 'handle', 'ABCD')).toBe(true);
  expect(isKeyedHash(ctx, picture, 'image-code', 'handle', 'ABCE')).toBe(false);
  expect(await withMailCode(ctx, owner, '048213', async () => 'done')).toBe('done');
  expect(await usesOf()).toBe(before + 2);

  await expect(keys('remove')).rejects.toThrow('which access links were ended');
  passedMs += OLD_KEY_HELD_MS;
  await keys('remove');
  expect(await lines()).toEqual(['signs']);
  await followed(0);
  expect(orderIdOfToken(ctx, token)).toBeNull();
  expect(orderIdOfToken(ctx, `${token.slice(0, -1)}x`)).toBeNull();
  const text = await ctx.metrics.registry.metrics();
  expect(text).not.toMatch(/^webpay_second_keys\{key="order_token_key"\}/m);
});

test('a new key that was never used can be removed again (14.6)', async () => {
  const before = ctx.orderTokenKey.current;
  await keys('add');
  await followed(1);
  await keys('remove');
  await followed(0);
  expect(ctx.orderTokenKey.current).toEqual(before);
});

test('two operators who switch at once switch once (14.6)', async () => {
  passedMs = 0;
  await keys('add');
  passedMs = 122_000;
  const both = await Promise.allSettled([keys('switch'), keys('switch')]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await lines()).toEqual(['signs', 'accepted old']);
  passedMs += OLD_KEY_HELD_MS;
  await keys('remove');
});

test('a link that was ended under the old key stays ended under the new one (14.6)', async () => {
  await followed(0);
  const first = ctx.orderTokenKey.current;
  const because = 'a test ended them';
  const character = { project: 'miniflix', serverId: '112', cid: '100000002', because };
  expect(OLD_KEY_HELD_MS).toBeGreaterThan(LONGEST_LINK_MS + CLOCK_TOLERANCE_MS);
  await logOutCharacter(ctx, character);
  const isEnded = async () => {
    const hashes = characterHashes(ctx, character.project, character.cid);
    const link = { characterHashes: hashes, serverId: '112', since: new Date(0) };
    return (await db.maybe(linksEndedSince, link)) !== null;
  };
  expect(await isEnded()).toBe(true);
  await keys('add');
  passedMs += 61_000;
  await keys('switch');
  await followed(1);
  expect(ctx.orderTokenKey.current).not.toEqual(first);
  expect(await isEnded()).toBe(true);
  passedMs += OLD_KEY_HELD_MS;
  await keys('remove');
  await followed(0);
});

test.each([[[]], [['turn']], [['list', 'all']], [['add', '--force']]])(
  'keys %j is refused before a database starts (14.6)',
  (words) => {
    expect(() => readKeyVerb(words)).toThrow(/Say what to do|Unknown option/);
  },
);
