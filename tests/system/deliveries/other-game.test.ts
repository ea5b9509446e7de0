import { createStoreClient } from '@webpay/contract/client';
import { expect, it } from 'vitest';
import { DEFAULT_SIGN_SECRET } from '../../../apps/api/src/config/config.ts';
import { openDb } from '../../../apps/api/src/platform/db/pool.ts';
import { MINIFLIX, want } from '../../support/shopper.ts';
import { commonShop } from '../../support/shared-environment.ts';

const environment = commonShop();

it('[F12] a look-up of another game’s character names its shop and nothing else', async () => {
  const client = createStoreClient({
    baseUrl: environment().url,
    secret: DEFAULT_SIGN_SECRET,
    ...MINIFLIX,
  });
  const server = (await want(client.call('servers', {}))).find((each) => each.state === 'open');
  const { pr_id = '', server_id = '' } = server ?? {};
  const strangers = ['912345671', '987654321', '955555555'];
  const db = openDb(environment().databaseUrl, { max: 1 });
  const before = await db.pool.query('select from sessions');
  try {
    for (const cid of strangers) {
      // The answer does not reveal whether a password is set.
      for (const pwd of [{}, { pwd: 'Secret12' }]) {
        const answer = await client.call('role', { pr_id, server_id, cid, ...pwd });
        expect(answer).toMatchObject({ code: 200, msg: 'successful' });
        // The complete answer, the same for all: no token, name, level or server.
        expect(answer.result).toEqual({
          redirect: { website_code: 'poi_mbo', name: expect.any(String) as string },
        });
      }
    }
    const { rows } = await db.pool.query('select cid from players where cid = any($1)', [
      strangers,
    ]);
    expect(rows).toEqual([]);
    // Other files of this worker share the shop.
    const sessions = await db.pool.query('select from sessions');
    expect(sessions.rowCount).toBe(before.rowCount);
  } finally {
    await db.close();
  }
});
