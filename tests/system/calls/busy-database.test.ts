import { createStoreClient } from '@webpay/contract/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DEFAULT_SIGN_SECRET } from '../../../apps/api/src/config/config.ts';
import { openDb } from '../../../apps/api/src/platform/db/pool.ts';
import { lockPlayer } from '../../../apps/api/src/domain/orders/queries.ts';
import {
  lockAttempt,
  lockPlayerOfCartOrder,
} from '../../../apps/api/src/domain/payments/queries.ts';
import { buyGoods, claim, waitingFor } from '../../support/cumulation-calls.ts';
import { operatorOf } from '../../support/operator.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { asOwner } from '../../support/test-database.ts';
import { createShopper, MINIFLIX, want, type Shopper } from '../../support/shopper.ts';
import { createApp } from '../../../apps/api/src/http/app.ts';
import { createCallLimits } from '../../../apps/api/src/http/store/call-limits.ts';
import { registerStore } from '../../../apps/api/src/http/store/store.ts';

/** A slow database, or one whose rows are locked by others. */

const environment = sharedEnvironment();
const operator = operatorOf(environment);
const GEMS = 'gems-60';

describe('a reward claim waits for a locked player row', () => {
  const playerOf = async ({ cid }: Shopper) => {
    const sql = 'select id from players where cid = $1';
    const { rows } = await operator.db().pool.query<{ id: number }>(sql, [cid]);
    return rows[0]?.id;
  };

  it.each([
    ['order/create', lockPlayer.text, playerOf],
    ['a cart’s recharge/card', lockPlayerOfCartOrder.text, async (_: Shopper, id: string) => id],
  ])(
    '[F09] [F05] without a deadlock with %s, which needs the paid order next',
    async (_, lock, keyOf) => {
      const shopper = await createShopper(environment());
      const orderId = await buyGoods(shopper, GEMS);
      const attemptId = `A${orderId}_1`;
      const { pool } = operator.db();
      await pool.query(`update orders set source = 'cart' where id = $1`, [orderId]);
      const other = await pool.connect();
      try {
        await other.query('begin');
        const held = await other.query(lock, [await keyOf(shopper, attemptId)]);
        expect(held.rowCount).toBe(1);
        const seen: { code?: number } = {};
        const asked = claim(shopper, 'days-1').then(({ code }) => Object.assign(seen, { code }));
        await expect
          .poll(
            async () => seen.code ?? (await waitingFor(operator.db(), 'insert into rewards'))[0],
          )
          .toBeDefined();
        // The reward names its player and does not wait for the locked order.
        expect(seen.code).toBe(200);
        await other.query(lockAttempt.text, [attemptId]);
        await asked;
      } finally {
        // Closed, not released to the pool: a failed test would leave its locks.
        other.release(true);
      }
    },
  );
});

describe('[E01] a call answers “try again” and changes nothing', () => {
  /** A second server on the same database, with one connection. */
  async function narrowShop(shopper: Shopper) {
    const db = openDb(environment().databaseUrl, { max: 1 });
    const ctx = { ...operator.ctx(), db };
    const app = createApp(ctx);
    await registerStore(app, ctx, createCallLimits(ctx));
    const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 });
    onTestFinished(async () => {
      await app.close();
      await db.close();
    });
    const client = createStoreClient({ baseUrl, secret: DEFAULT_SIGN_SECRET, ...MINIFLIX });
    client.useToken(shopper.userToken);
    return { client, db };
  }

  it('when no connection is free in time', async () => {
    const shopper = await createShopper(environment());
    await buyGoods(shopper, GEMS);
    const { client, db } = await narrowShop(shopper);
    const { options } = db.pool;
    const { connectionTimeoutMillis: before } = options;
    const held = await db.pool.connect();
    try {
      options.connectionTimeoutMillis = 1;
      expect(await claim({ client }, 'days-1')).toMatchObject({ code: 10017, result: null });
    } finally {
      options.connectionTimeoutMillis = before;
      held.release();
    }
    expect((await claim({ client }, 'days-1')).code).toBe(200);
  });

  it('when it deadlocks three times; two deadlocks are retried, and each is counted', async () => {
    const asOwnerHere = (sql: string) => asOwner(environment().databaseUrl, sql);
    // A sequence keeps its value when a transaction is rolled back.
    const loseNext = (times: number) => asOwnerHere(`select setval('test_tries', ${-times})`);
    await asOwnerHere(`
      create sequence test_tries minvalue -9;
      create function test_lose() returns trigger language plpgsql security definer as $$
        begin
          if nextval('test_tries') <= 0 then
            raise exception 'deadlock detected' using errcode = 'deadlock_detected';
          end if;
          return new;
        end $$;
      create trigger test_loses before insert on rewards for each row when (new.kind = 'days')
        execute function test_lose()`);
    const counted = async (end: string) => {
      const told = await (await fetch(`${environment().metricsUrl}/metrics`)).text();
      const line = `webpay_database_conflicts_total{kind="deadlock",end="${end}"} `;
      return Number(told.split(line)[1]?.split('\n')[0] ?? 0);
    };
    try {
      const shopper = await createShopper(environment());
      await buyGoods(shopper, GEMS);
      await loseNext(3);
      expect(await claim(shopper, 'days-1')).toMatchObject({ code: 10017, result: null });
      expect([await counted('tried_again'), await counted('given_up')]).toEqual([2, 1]);
      await loseNext(2);
      await want(claim(shopper, 'days-1'));
      expect([await counted('tried_again'), await counted('given_up')]).toEqual([4, 1]);
    } finally {
      await asOwnerHere('drop trigger test_loses on rewards');
    }
  });
});
