import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  buyByCard,
  buyByWallet,
  delivered,
  refundsOf,
  type Bought,
} from '../../support/gateway-desk.ts';
import { operatorOf } from '../../support/operator.ts';
import { moveClock, ONE_DAY_TIMEOUT_MS, withinOneDay } from '../../support/shop-days.ts';
import { CARDS, freshCid, mailsOf, times, want, type Shopper } from '../../support/shopper.ts';
import {
  capturesOf,
  clearFaults,
  setFault,
  sharedEnvironment,
} from '../../support/shared-environment.ts';

// One request a year: all tests of this file fall in the same year.
beforeAll(withinOneDay, ONE_DAY_TIMEOUT_MS);
const environment = sharedEnvironment();
const operator = operatorOf(environment);
const TEXT = 'Bought by mistake, please put it right.';
/** Characters that Arabic, Hebrew and Persian need: direction marks and joiners. */
const MARKS = 'x\u200E\u200F\u061C\u200D\u200Cx';

afterEach(() => clearFaults(environment()));

const file = (shopper: Shopper, order_id: string, kind: 'refund' | 'wrong_recharge', text = TEXT) =>
  shopper.client.call('resolutionCreate', { order_id, kind, text });

const list = (shopper: Shopper) => want(shopper.client.call('resolutionList', {}));

async function filed(
  kind: 'refund' | 'wrong_recharge',
  buy: () => Promise<Bought> = () => buyByCard(environment(), CARDS.success),
): Promise<Bought & { readonly requestId: string }> {
  const bought = await buy();
  await delivered(bought);
  const made = await want(file(bought.shopper, bought.orderId, kind));
  return { ...bought, requestId: made.request_id };
}

/** Approves as the command says: again a moment later while an attempt holds the mail. */
async function approveBetweenAttempts(requestId: string): Promise<string> {
  for (;;) {
    try {
      return await operator.resolve('approve', requestId);
    } catch (error) {
      if (!String(error).includes('being delivered now')) throw error;
    }
  }
}

describe('a resolution request', () => {
  it('[F17] is one per player and year, even with fifty concurrent ones on two orders', async () => {
    const bought = await buyByCard(environment(), CARDS.success);
    const { shopper } = bought;
    const second = await shopper.open();
    await shopper.payByCard(second, CARDS.success);
    await Promise.all([delivered(bought), delivered({ ...bought, token: second.token })]);
    expect(await list(shopper)).toEqual({ requests: [], left_this_year: 1 });

    const orders = [bought.orderId, second.order_id];
    const answers = await times(50, (n) => file(shopper, orders[n % 2] ?? '', 'refund'));
    const codes = answers.map((answer) => answer.code).toSorted((a, b) => a - b);
    expect(codes).toEqual([200, ...Array.from({ length: 49 }, () => 20012)]);
    const made = answers.find((answer) => answer.code === 200)?.result;
    const year = new Date().getUTCFullYear();
    expect(made).toEqual({
      request_id: expect.stringMatching(/^[0-9a-z]{20}$/) as string,
      state: 'open',
      year,
    });
    expect(await list(shopper)).toEqual({
      requests: [
        {
          request_id: made?.request_id,
          state: 'open',
          year,
          order_id: expect.stringMatching(/^[0-9a-z]{20}$/) as string,
          kind: 'refund',
          text: TEXT,
          created_at: expect.any(Number) as number,
          decided_at: null,
          answer: null,
          refund: null,
          second_mail: null,
        },
      ],
      left_this_year: 0,
    });
  });

  it('[F17] needs an own, paid order and readable text', async () => {
    const bought = await buyByCard(environment(), CARDS.success);
    const { shopper, orderId } = bought;
    await delivered(bought);
    const stranger = await buyByCard(environment(), CARDS.declined);
    const code = async (...given: Parameters<typeof file>) => (await file(...given)).code;
    expect(await code(stranger.shopper, orderId, 'refund')).toBe(20010);
    expect(await code(stranger.shopper, 'a'.repeat(20), 'refund')).toBe(20010);
    expect(await code(stranger.shopper, stranger.orderId, 'refund')).toBe(20013);
    const turned = Array.from(
      '\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069',
      (sign) => `a${sign}b`,
    );
    for (const text of [' \n ', '!?…', 'x'.repeat(1_001), 'bell\u0007', ...turned]) {
      expect(await code(shopper, orderId, 'refund', text)).toBe(20020);
    }
    expect(await code(shopper, orderId, 'refund', '')).toBe(10000);
    expect(
      (
        await shopper.client.call('resolutionCreate', {
          order_id: orderId,
          // A value outside the contract.
          kind: 'gift' as 'refund',
          text: TEXT,
        })
      ).code,
    ).toBe(10001);
    expect((await list(shopper)).left_this_year).toBe(1);
    expect(await code(shopper, orderId, 'refund', `  😀 ${'充'.repeat(997)}\r\nx `)).toBe(20020);
    expect(await code(shopper, orderId, 'refund', `  😀 ${'充'.repeat(980)}\r\n${MARKS} `)).toBe(
      200,
    );
    expect((await list(shopper)).requests[0]?.text).toBe(`😀 ${'充'.repeat(980)}\n${MARKS}`);
  });

  it('[F17] for undelivered goods asks for a refund, not for another character', async () => {
    await setFault(environment(), 'game', 'mail', 'maintenance', { times: 500 });
    const bought = await buyByWallet(environment());
    const { shopper, orderId, token } = bought;
    await shopper.until(token, (each) => each.delivery.state === 'retrying');
    expect((await file(shopper, orderId, 'wrong_recharge')).code).toBe(20013);
    const { request_id: id } = await want(file(shopper, orderId, 'refund'));
    expect(await approveBetweenAttempts(id)).toContain('0.99 USD');
    const order = await shopper.until(token, (each) => each.state === 'refunded');
    expect(order).toMatchObject({ reason: 'resolution', delivery: { state: 'cancelled' } });
    await clearFaults(environment());
    expect(await refundsOf(environment(), orderId)).toEqual(['0.99']);
    expect(await shopper.mails()).toEqual([]);
    expect((await file(shopper, orderId, 'refund')).code).toBe(20012);
  });

  it('[F17] approved for delivered goods is refunded once, only with an explicit option', async () => {
    const { shopper, orderId, token, requestId } = await filed('refund');
    const approve = (...words: string[]) => operator.resolve('approve', requestId, ...words);
    await expect(approve()).rejects.toThrow('--allow-delivered');
    await expect(approve('--allow-delivered', '--amount', '1.00')).rejects.toThrow('more than');
    await expect(approve('--amount', '1.005')).rejects.toThrow('not an amount of USD');
    await expect(approve('--to', '112/123456')).rejects.toThrow('of another kind');
    const settled = await Promise.allSettled([1, 2, 3, 4].map(() => approve('--allow-delivered')));
    expect(settled.filter((each) => each.status === 'fulfilled')).toHaveLength(1);
    await shopper.until(token, (each) => each.state === 'refunded');
    expect(await refundsOf(environment(), orderId)).toEqual(['0.99']);
    const { requests } = await list(shopper);
    expect(requests).toMatchObject([
      {
        request_id: requestId,
        state: 'approved',
        decided_at: expect.any(Number) as number,
        refund: { amount: { amount: '0.99', currency: 'USD' }, state: 'done' },
        second_mail: null,
      },
    ]);
    const page = await operator.resolve('show', requestId);
    for (const word of ['resolution_approved', 'operator', 'refunded 0.99 USD', TEXT]) {
      expect(page).toContain(word);
    }
  });

  it('[F17] rejected by command shows the reason to the player, and moves no money', async () => {
    const { shopper, orderId, requestId } = await filed('refund');
    await expect(operator.resolve('reject', requestId)).rejects.toThrow('--because');
    const tool = path.join(import.meta.dirname, '../../../apps/api/src/operator/resolve.ts');
    const because = 'The goods were used in the game.';
    const args = [tool, 'reject', requestId, '--because', because];
    const env = { ...process.env, DATABASE_URL: environment().databaseUrl };
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    expect(stdout).toContain('Rejected');
    expect((await list(shopper)).requests).toMatchObject([{ state: 'rejected', answer: because }]);
    await expect(operator.resolve('approve', requestId)).rejects.toThrow('decided already');
    expect(await capturesOf(environment(), orderId)).toMatchObject([{ state: 'captured' }]);
  });

  it('[F17] for a wrong recharge resends the same goods to the right character, once', async () => {
    const { shopper, orderId, token, requestId } = await filed('wrong_recharge');
    const right = freshCid();
    const to = (place: string) => operator.resolve('approve', requestId, '--to', place);
    await expect(to(`${shopper.serverId}/${shopper.cid}`)).rejects.toThrow('went to');
    await expect(to(`${shopper.serverId}/1234560`)).rejects.toThrow('no such character');
    await expect(to(`${shopper.serverId}/912345671`)).rejects.toThrow('no such character');
    await expect(to(`nowhere/${right}`)).rejects.toThrow('no such server');
    const answers = await Promise.allSettled(
      [1, 2, 3, 4, 5].map(() => to(`${shopper.serverId}/${right}`)),
    );
    expect(answers.filter((each) => each.status === 'fulfilled')).toHaveLength(1);
    const box = () =>
      mailsOf(environment(), { gameId: '20', serverId: shopper.serverId, cid: right });
    await expect.poll(async () => (await box()).length).toBe(1);
    const [first] = await shopper.mails();
    const [second] = await box();
    expect(second?.items).toEqual(first?.items);
    expect(second?.delivery_id).not.toBe(first?.delivery_id);
    await expect(to(`${shopper.serverId}/${freshCid()}`)).rejects.toThrow('second time already');
    const { server_name } = (await shopper.inquire(token)).role;
    // The mail arrives before the shop records it.
    await expect
      .poll(async () => (await list(shopper)).requests)
      .toMatchObject([
        { state: 'approved', refund: null, second_mail: { server_name, state: 'delivered' } },
      ]);
    expect(await capturesOf(environment(), orderId)).toMatchObject([{ state: 'captured' }]);
    expect(await shopper.mails()).toHaveLength(1);
  });

  it('[F17] with a resend that the game rejects returns to the operator, who names another character', async () => {
    const { shopper, orderId, requestId } = await filed('wrong_recharge');
    await setFault(environment(), 'game', 'mail', 'reject');
    await operator.resolve('approve', requestId, '--to', `${shopper.serverId}/${freshCid()}`);
    await expect.poll(() => operator.resolve('show', requestId)).toContain('second_mail_rejected');
    const commands = [
      `npm run resolve -- approve ${requestId} --to SERVER/CID`,
      `npm run resolve -- refund ${orderId} --allow-delivered --because`,
    ];
    for (const verb of [['list'], ['show', orderId]]) {
      const printed = await operator.resolve(...verb);
      for (const command of commands) expect(printed).toContain(command);
    }
    const right = freshCid();
    await operator.resolve('approve', requestId, '--to', `${shopper.serverId}/${right}`);
    const box = () =>
      mailsOf(environment(), { gameId: '20', serverId: shopper.serverId, cid: right });
    await expect.poll(async () => (await box()).length).toBe(1);
    expect(await operator.resolve('list')).not.toContain(orderId);
  });

  it('[F17] with a rejected resend stays on the list until it is refunded or settled', async () => {
    const refusedMail = async () => {
      const { shopper, orderId, requestId } = await filed('wrong_recharge');
      await setFault(environment(), 'game', 'mail', 'reject');
      await operator.resolve('approve', requestId, '--to', `${shopper.serverId}/${freshCid()}`);
      const line = new RegExp(`\\s([0-9a-z]{20})\\s.*order ${orderId}  to `);
      const listed = async () => line.exec(await operator.resolve('list'))?.[1] ?? '';
      await expect.poll(listed).not.toBe('');
      return { shopper, orderId, mail: await listed(), listed };
    };
    const because = ['--because', 'the game looks after it'];
    const [first, second] = [await refusedMail(), await refusedMail()];
    const back = ['--allow-delivered', ...because];
    await operator.resolve('refund', first.orderId, '--amount', '0.10', ...back);
    expect(await first.listed()).toBe(first.mail);
    await operator.resolve('refund', first.orderId, ...back);
    expect(await first.listed()).toBe('');
    expect(await second.listed()).toBe(second.mail);
    const told = async () => (await list(second.shopper)).requests[0]?.second_mail ?? null;
    expect(await told()).toMatchObject({ state: 'rejected' });
    expect(await operator.resolve('settle', second.mail, ...because)).toContain(second.orderId);
    expect(await second.listed()).toBe('');
    // The request is unassigned; the player sees no change.
    expect(await told()).toBe(null);
    await expect(operator.resolve('settle', second.mail, ...because)).rejects.toThrow(
      'No refused resend',
    );
  });

  it('[F17] can be filed again in the next calendar year', async () => {
    const { shopper, orderId } = await filed('refund');
    const nextYear = Date.UTC(new Date().getUTCFullYear() + 1, 0, 1, 0, 1) - Date.now();
    expect((await file(shopper, orderId, 'refund')).code).toBe(20012);
    await moveClock(environment(), nextYear);
    try {
      const later = { ...shopper, client: shopper.clientAt(nextYear) };
      // The session is thirty days old, so the player signs in anew.
      const asked = () => later.client.call('resolutionList', {});
      await expect.poll(async () => (await asked()).code).not.toBe(10001);
      const again = await createLater(shopper, nextYear);
      expect(await want(again.call('resolutionList', {}))).toMatchObject({ left_this_year: 1 });
      const fields = { order_id: orderId, kind: 'refund', text: TEXT } as const;
      const made = await want(again.call('resolutionCreate', fields));
      expect(made.year).toBe(new Date().getUTCFullYear() + 1);
      expect((await want(again.call('resolutionList', {}))).requests).toHaveLength(2);
    } finally {
      await moveClock(environment(), 0);
    }
  });
});

/** The same character with a session of that day. */
async function createLater(shopper: Shopper, offsetMs: number): Promise<Shopper['client']> {
  const client = shopper.clientAt(offsetMs);
  const found = await want(client.call('role', shopper.place));
  if (!('user_token' in found)) throw new Error('the character belongs to another game');
  client.useToken(found.user_token);
  return client;
}
