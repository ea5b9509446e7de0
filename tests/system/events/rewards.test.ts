import { afterEach, describe, expect, it } from 'vitest';
import { statusOf } from '../../../apps/api/src/operator/reports.ts';
import { buyGoods as buy, claim, rewardMails, waitingFor } from '../../support/cumulation-calls.ts';
import { operatorOf } from '../../support/operator.ts';
import { clearFaults, setFault, sharedEnvironment } from '../../support/shared-environment.ts';
import { createShopper, want } from '../../support/shopper.ts';

const environment = sharedEnvironment({ processes: true });
const operator = operatorOf(environment);

afterEach(() => clearFaults(environment()));

describe('[F09] a reward’s mail', () => {
  it.each(['mailbox_full', 'maintenance'] as const)(
    '[F15] is delivered once when the game recovers (%s)',
    async (kind) => {
      const shopper = await createShopper(environment());
      await buy(shopper);
      await expect.poll(() => shopper.mails()).toHaveLength(1);
      await setFault(environment(), 'game', 'mail', kind, { times: 2 });
      await want(claim(shopper, 'days-1'));
      await expect.poll(() => rewardMails(shopper)).toHaveLength(1);
    },
  );

  it('is listed and settled by an operator when its game rejects it', async () => {
    const shopper = await createShopper(environment());
    await buy(shopper);
    await expect.poll(() => shopper.mails()).toHaveLength(1);
    await setFault(environment(), 'game', 'mail', 'reject');
    await want(claim(shopper, 'days-1'));
    const refused = async () =>
      (await statusOf(operator.ctx())).match(/Event mails refused by the game.*: (\d+)/)?.[1];
    await expect.poll(refused).toBe('1');
    expect(await rewardMails(shopper)).toEqual([]);
    expect((await claim(shopper, 'days-1')).code).toBe(20019);
    const listed = await operator.resolve('list');
    const settle = /resolve -- settle ([0-9a-z]{20}) /.exec(
      listed.slice(listed.indexOf('event mails')),
    )?.[1];
    await operator.resolve('settle', settle ?? '', '--because', 'given by hand');
    expect(await refused()).toBe('0');
    await expect(operator.resolve('settle', settle ?? '', '--because', 'x')).rejects.toThrow('No ');
  });

  it('is delivered once when the worker dies between the game’s answer and its record', async () => {
    const shopper = await createShopper(environment());
    await buy(shopper);
    await expect.poll(() => shopper.mails()).toHaveLength(1);
    const { pool } = operator.db();
    const rowOf = async () => {
      const { rows } = await pool.query<{ id: string; state: string; attempts: number }>(
        `select r.id, r.state, m.attempts from rewards r join outbox_mails m on m.id = r.id
          join players p on p.id = r.player_id where p.cid = $1`,
        [shopper.cid],
      );
      return rows[0];
    };
    await setFault(environment(), 'game', 'mail', 'slow', { ms: 8_000 });
    await want(claim(shopper, 'days-1'));
    await expect.poll(rowOf).toMatchObject({ attempts: 1 });
    const id = (await rowOf())?.id;
    const holder = await pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select from outbox_mails where id = $1 for update', [id]);
      await expect.poll(() => rewardMails(shopper)).toHaveLength(1);
      await expect.poll(() => waitingFor(operator.db(), 'update outbox_mails')).toHaveLength(1);
      await environment().processes.worker.killHard();
      // Its connection would go on writing without it.
      for (const pid of await waitingFor(operator.db(), 'update outbox_mails')) {
        await holder.query('select pg_terminate_backend($1)', [pid]);
      }
      await expect.poll(() => waitingFor(operator.db(), 'update outbox_mails')).toEqual([]);
      expect(await rowOf()).toMatchObject({ state: 'queued', attempts: 1 });
      await holder.query(`update outbox_mails set lease_until = now() where id = $1`, [id]);
      await holder.query('commit');
    } finally {
      holder.release(true);
    }
    await expect
      .poll(rowOf, { timeout: 60_000 })
      .toMatchObject({ state: 'delivered', attempts: 2 });
    expect(await rewardMails(shopper)).toHaveLength(1);
  });
});
