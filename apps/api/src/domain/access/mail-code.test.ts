import { expect, it } from 'vitest';
import { Refusal } from '../../errors.ts';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { savePlayer } from '../players/queries.ts';
import { saveMailCode } from './queries.ts';
import { keyedHash } from './keyed-hash.ts';
import { mailCodeHash, withMailCode } from './mail-code.ts';

const { built, db } = await builtShop(4);
const { ctx } = built;

async function sentCode(code: string, cid: string) {
  const now = ctx.clock.now();
  const character = {
    project: 'miniflix',
    serverId: 's1',
    cid,
    prId: 'eu',
    serverName: 'S1',
    name: 'Nova',
    level: 1,
    seenAt: now,
  };
  const { id: playerId } = await db.one(savePlayer, character);
  const owner = { playerId, purpose: 'pwd_set', network: '192.0.2.1' } as const;
  await db.one(saveMailCode, {
    playerId,
    purpose: owner.purpose,
    codeHash: mailCodeHash(ctx, code, owner),
    requestedFrom: keyedHash(ctx, 'network', owner.network),
    requestedAt: now,
    expiresAt: new Date(now.getTime() + 60_000),
  });
  return owner;
}

it('[F13] a right mail code stays valid when its work fails, and costs an attempt', async () => {
  const owner = await sentCode('048213', '100000001');
  const flood = async () => {
    throw new Refusal('TOO_FREQUENT');
  };
  for (let n = 0; n < 4; n += 1) {
    await expect(withMailCode(ctx, owner, '048213', flood)).rejects.toMatchObject({ code: 10002 });
  }
  expect(await withMailCode(ctx, owner, '048213', async () => 'done')).toBe('done');
  await expect(withMailCode(ctx, owner, '048213', async () => 'again')).rejects.toMatchObject({
    code: 10067,
  });
});

it('[F13] a wrong mail code runs no work', async () => {
  const owner = await sentCode('048213', '100000002');
  let prepared = 0;
  const work = async () => (prepared += 1);
  for (let n = 0; n < 6; n += 1) {
    await expect(withMailCode(ctx, owner, '048214', work)).rejects.toMatchObject({ code: 10067 });
  }
  expect(prepared).toBe(0);
});
