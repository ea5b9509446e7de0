import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDb, type Db } from '../../../platform/db/pool.ts';
import { createBargainer } from '../../../../../../tests/support/bargainer.ts';
import { sharedEnvironment } from '../../../../../../tests/support/shared-environment.ts';
import { want } from '../../../../../../tests/support/shopper.ts';
import { describeDraws } from './describe-draws.ts';

const environment = sharedEnvironment();
let db: Db;
beforeAll(() => {
  db = openDb(environment().databaseUrl, { max: 1, name: 'test-draws', checkRows: true });
});
afterAll(() => db.close());

it('[F07] [F08] describeDraws lists the draw and the result of a coupon and a spin', async () => {
  const player = await createBargainer(environment());
  expect(await describeDraws(db, 'miniflix', player.cid)).toEqual([]);
  const { coupon, wheel } = await player.info();
  const { prize_index } = await want(player.client.call('bargainSpin', {}));
  const [first, second, ...more] = await describeDraws(db, 'miniflix', player.cid);
  expect(more).toEqual([]);

  const drawn =
    /^\S+Z {2}server (\S+), bargain-\d{8}, coupon 1: \$3\.60 to \$5\.60 in steps of \$0\.10; number (\d+) of 0 to 20: \$(\S+) off$/.exec(
      first ?? '',
    );
  expect(drawn?.[1]).toBe(player.serverId);
  expect(drawn?.[3]).toBe(coupon?.drawn.amount);
  expect((360 + 10 * Number(drawn?.[2])) / 100).toBe(Number(drawn?.[3]));

  const spun = /, spin: fields (.*); number (\d+) of 0 to 999: field (\d), (.*)$/.exec(
    second ?? '',
  );
  const [from, to] = (spun?.[1]?.split(', ')[prize_index] ?? '').split(' to ').map(Number);
  expect(Number(spun?.[3])).toBe(prize_index);
  expect(Number(spun?.[2])).toBeGreaterThanOrEqual(from ?? NaN);
  expect(Number(spun?.[2])).toBeLessThanOrEqual(to ?? NaN);
  const lowers = wheel.prizes[prize_index]?.lowers;
  expect(spun?.[4]).toEqual(
    lowers ? `$${lowers.amount} off` : expect.stringMatching(/^\w+ × \d+$/),
  );
  // Another character's draws are separate.
  expect(await describeDraws(db, 'dr2', player.cid)).toEqual([]);
});
