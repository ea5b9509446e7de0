import { afterEach, describe, expect, it } from 'vitest';
import { callGame, callPayermax, CARD, getJson, payByCard, postJson } from './testing/shop.ts';
import { issueOf } from './testing/wallet.ts';
import { sandboxOfFile } from './testing/sandbox.ts';

const { shop, sandbox, wallet } = await sandboxOfFile();

afterEach(async () => {
  await fetch(`${sandbox.url}/faults`, { method: 'DELETE' });
});

const fault = (fields: Record<string, unknown>) =>
  postJson(`${sandbox.url}/faults`, { times: 1, ...fields });
const query = (outTradeNo: string) => callPayermax(sandbox.url, 'orderQuery', { outTradeNo });
const mail = (key: string) =>
  callGame(sandbox.url, 'mail', ['s1', '123456', key, 'Mail', 'Text', []]);
const mailsNow = async () => (await getJson(`${sandbox.url}/statement`))['mails'];
const timesReceived = (outTradeNo: string): number =>
  shop.received.filter(({ body }) => body.includes(`"${outTradeNo}"`)).length;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('a posted fault', () => {
  it.each([
    [{ target: 'bank', op: '*', kind: 'error' }],
    [{ target: 'game', op: 'order', kind: 'error' }],
    [{ target: 'paypal', op: 'mail', kind: 'error' }],
    [{ target: 'paypal', op: 'query', kind: 'mailbox_full' }],
    [{ target: 'game', op: 'role', kind: 'mailbox_full' }],
    [{ target: 'game', op: '*', kind: 'duplicate' }],
    [{ target: 'payermax', op: 'webhook', kind: 'timeout' }],
    [{ target: 'payermax', op: 'order', kind: 'late' }],
    [{ target: 'payermax', op: 'order', kind: 'error', times: 0 }],
    [{ target: 'payermax', op: 'order', kind: 'error', times: '1' }],
    [{ target: 'payermax', op: 'order', kind: 'error', ms: -1 }],
    [{ target: 'payermax', op: 'order', kind: 'error', more: true }],
  ])('is refused when it is %o', async (fields) => {
    const answer = await fault(fields);
    expect(answer.status).toBe(400);
    expect(typeof answer.json['error']).toBe('string');
  });

  it('is listed with its remaining uses, and cleared', async () => {
    await fault({ target: 'game', op: '*', kind: 'error', times: 2 });
    expect((await mail('code:f1')).status).toBe(500);
    expect((await getJson(`${sandbox.url}/faults`))['faults']).toEqual([
      expect.objectContaining({ target: 'game', times: 1 }),
    ]);
    await fetch(`${sandbox.url}/faults`, { method: 'DELETE' });
    expect((await mail('code:f1')).json['code']).toBe(200);
  });
});

describe('a call', () => {
  it('times out without any effect', async () => {
    await fault({ target: 'payermax', op: 'order', kind: 'timeout' });
    const call = payByCard(sandbox.url, shop.url, CARD.success, 'F1_1', AbortSignal.timeout(400));
    await expect(call).rejects.toThrow();
    expect((await query('F1_1')).json['code']).toBe('ORDER_NOT_EXIST');
  });

  it('does its work and loses its answer', async () => {
    await fault({ target: 'payermax', op: 'order', kind: 'drop_answer' });
    await expect(payByCard(sandbox.url, shop.url, CARD.success, 'F2_1')).rejects.toThrow();
    expect((await query('F2_1')).data['status']).toBe('SUCCESS');

    const before = Number(await mailsNow());
    await fault({ target: 'game', op: 'mail', kind: 'drop_answer' });
    await expect(mail('delivery:f2')).rejects.toThrow();
    expect(await mailsNow()).toBe(before + 1);
    // A mail that was delivered is not rejected when it is sent again.
    await fault({ target: 'game', op: 'mail', kind: 'reject' });
    expect((await mail('delivery:f2')).json['code']).toBe(200);
  });

  it('fails with each gateway’s own error', async () => {
    for (const target of ['payermax', 'paypal', 'game']) {
      await fault({ target, op: '*', kind: 'error' });
    }
    expect((await query('F3_1')).json['code']).toBe('SYSTEM_ERROR');
    expect(await wallet.get('/v2/checkout/orders/X')).toMatchObject({
      name: 'INTERNAL_SERVER_ERROR',
    });
    expect((await mail('code:f3')).json['code']).toBe(500);
  });

  it('answers correctly after a delay', async () => {
    await fault({ target: 'game', op: 'mail', kind: 'slow', ms: 300 });
    const asked = Date.now();
    expect((await mail('code:f4')).json['code']).toBe(200);
    expect(Date.now() - asked).toBeGreaterThanOrEqual(290);
  });

  it('meets only faults of its own operation', async () => {
    await fault({ target: 'payermax', op: 'refund', kind: 'error' });
    const paid = await payByCard(sandbox.url, shop.url, CARD.success, 'F5_1');
    expect(paid.data['status']).toBe('SUCCESS');
  });

  it.each([
    ['mailbox_full', 423],
    ['maintenance', 503],
    ['reject', 422],
  ])('to the game meets %s as %i and delivers no mail', async (kind, code) => {
    const before = await mailsNow();
    await fault({ target: 'game', op: 'mail', kind });
    expect((await mail(`delivery:${kind}`)).json['code']).toBe(code);
    expect(await mailsNow()).toBe(before);
    expect((await mail(`delivery:${kind}`)).json['code']).toBe(200);
  });

  it('for a refund is rejected by a gateway for good', async () => {
    await fault({ target: 'payermax', op: 'order', kind: 'reject' });
    const paid = await payByCard(sandbox.url, shop.url, CARD.success, 'F6_1');
    expect(paid.data['status']).toBe('FAILED');

    const id = await wallet.openOrder('F6_2');
    await wallet.approve(id);
    await fault({ target: 'paypal', op: 'order', kind: 'reject' });
    expect(issueOf((await wallet.capture(id)).json)).toBe('TRANSACTION_REFUSED');
  });
});

describe('a webhook', () => {
  const payUnder = async (kind: string, outTradeNo: string, ms?: number) => {
    await fault({ target: 'payermax', op: 'webhook', kind, ...(ms === undefined ? {} : { ms }) });
    await payByCard(sandbox.url, shop.url, CARD.success, outTradeNo);
  };

  it('arrives twice', async () => {
    await payUnder('duplicate', 'W1_1');
    await shop.wait(() => timesReceived('W1_1') === 2);
    await pause(200);
    expect(timesReceived('W1_1')).toBe(2);
  });

  it('arrives late', async () => {
    const paidAt = Date.now();
    await payUnder('late', 'W2_1', 600);
    const late = await shop.wait(({ body }) => body.includes('"W2_1"'));
    expect(late.at - paidAt).toBeGreaterThanOrEqual(600);
    expect(timesReceived('W2_1')).toBe(1);
  });

  it('is lost for good', async () => {
    await payUnder('lost', 'W3_1');
    await pause(500);
    expect(timesReceived('W3_1')).toBe(0);
    expect((await query('W3_1')).data['status']).toBe('SUCCESS');
  });

  it('is overtaken by the next', async () => {
    await payUnder('reorder', 'W4_1', 60_000);
    await payByCard(sandbox.url, shop.url, CARD.success, 'W4_2');
    await shop.wait(() => timesReceived('W4_1') === 1);
    const order = shop.received.map(({ body }) => /W4_[12]/.exec(body.toString())?.[0]);
    expect(order.filter(Boolean)).toEqual(['W4_2', 'W4_1']);
  });
});
