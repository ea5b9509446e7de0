import { createPublicKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isSignedBy } from '../sign.ts';
import { callPayermax, CARD, getJson, payByCard, postJson, testFile } from '../testing/shop.ts';
import { sandboxOfFile } from '../testing/sandbox.ts';

const { shop, sandbox } = await sandboxOfFile();
const platform = createPublicKey(
  testFile('vectors/payermax/keys/TEST-ONLY-A-payermax-platform.public.pem'),
);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const notified = (outTradeNo: string, notifyType = 'PAYMENT') =>
  shop.wait(
    ({ json }) =>
      json['notifyType'] === notifyType &&
      (json['data'] as { outTradeNo?: unknown }).outTradeNo === outTradeNo,
  );
const queried = async (outTradeNo: string) =>
  (await callPayermax(sandbox.url, 'orderQuery', { outTradeNo })).json;
const captures = async () => (await getJson(`${sandbox.url}/statement`))['captures'];

describe('the test cards', () => {
  it('captures a good card at once, notifies twice and signs both', async () => {
    const answer = await payByCard(sandbox.url, shop.url, CARD.success, 'A1_1');
    expect(answer.json['code']).toBe('APPLY_SUCCESS');
    expect(answer.data['status']).toBe('SUCCESS');
    expect(isSignedBy(answer.body, answer.sign, platform)).toBe(true);
    const notice = await notified('A1_1');
    expect(notice.json['data']).toMatchObject({
      status: 'SUCCESS',
      totalAmount: 19.99,
      currency: 'USD',
    });
    expect(isSignedBy(notice.body, String(notice.headers['sign']), platform)).toBe(true);
    expect(await captures()).toContainEqual({
      provider: 'payermax',
      id: answer.data['tradeToken'],
      out_trade_no: 'A1_1',
      amount: '19.99',
      currency: 'USD',
      state: 'captured',
      at: expect.any(Number) as unknown,
    });
  });

  it('decline, and report a low balance by its own code', async () => {
    const declined = await payByCard(sandbox.url, shop.url, CARD.declined, 'A2_1');
    expect(declined.data['status']).toBe('FAILED');
    const poor = await payByCard(sandbox.url, shop.url, CARD.noBalance, 'A3_1');
    expect(poor.json['code']).toBe('BALANCE_INSUFFICIENT');
    expect((await notified('A3_1')).json['code']).toBe('BALANCE_INSUFFICIENT');
    expect(await queried('A2_1')).toMatchObject({
      data: { status: 'FAILED', resultCode: 'PAYMENT_FAILED' },
    });
    expect(await queried('A3_1')).toMatchObject({
      data: { status: 'FAILED', resultCode: 'BALANCE_INSUFFICIENT' },
    });
  });

  it.each([
    [CARD.challenge, 'approve', 'SUCCESS'],
    [CARD.challenge, 'reject', 'FAILED'],
    [CARD.challengeDeclined, 'approve', 'FAILED'],
  ])('ask the player for %s; %s leads to %s', async (number, result, status) => {
    const outTradeNo = `A4_${number.slice(-4)}${result}`;
    const answer = await payByCard(sandbox.url, shop.url, number, outTradeNo);
    expect(answer.data['status']).toBe('PENDING');
    const action = String(answer.data['redirectUrl']);
    expect(action).toMatch(/\/payermax\/3ds\/[0-9a-z]+$/);
    expect(await queried(outTradeNo)).toMatchObject({ data: { status: 'PENDING' } });

    const bank = await postJson(action, { result });
    expect(bank.json).toMatchObject({ outTradeNo, status });
    const back = new URL(String(bank.json['returnUrl']));
    expect(back.pathname).toBe('/miniflix/payment');
    expect(back.searchParams.get('outTradeNo')).toBe(outTradeNo);
    expect(back.searchParams.get('status')).toBe(status);
    expect((await notified(outTradeNo)).json['data']).toMatchObject({ status });
    expect((await postJson(action, { result })).status).toBe(409);
  });

  it('capture a pending card after three seconds', async () => {
    const asked = Date.now();
    const answer = await payByCard(sandbox.url, shop.url, CARD.pending, 'A5_1');
    expect(answer.data['status']).toBe('PENDING');
    expect(answer.data['redirectUrl']).toBeUndefined();
    const notice = await notified('A5_1');
    expect(notice.at - asked).toBeGreaterThanOrEqual(3_000);
    expect(notice.json['data']).toMatchObject({ status: 'SUCCESS' });
  });

  it.each([
    ['approve', 'SUCCESS'],
    ['reject', 'FAILED'],
  ])('keep a card pending until its bank decides; %s leads to %s', async (result, status) => {
    const outTradeNo = `A9_${result}`;
    const answer = await payByCard(sandbox.url, shop.url, CARD.thinking, outTradeNo);
    expect(answer.data['status']).toBe('PENDING');
    expect(await queried(outTradeNo)).toMatchObject({ data: { status: 'PENDING' } });

    const bank = `${sandbox.url}/payermax/bank/${outTradeNo}`;
    expect((await postJson(bank, { result: 'perhaps' })).status).toBe(400);
    expect((await postJson(bank, { result })).json).toEqual({ outTradeNo, status });
    expect((await notified(outTradeNo)).json['data']).toMatchObject({ status });
    expect((await postJson(bank, { result })).status).toBe(409);
    expect((await postJson(`${bank}0`, { result })).status).toBe(404);
  });

  it('dispute a paid card after three seconds, and end the dispute on request', async () => {
    await payByCard(sandbox.url, shop.url, CARD.dispute, 'A6_1');
    const opened = await notified('A6_1', 'CHARGEBACK');
    const data = opened.json['data'] as Record<string, unknown>;
    expect(data).toMatchObject({
      status: 'DISPUTE_INQUIRY',
      amount: '19.99',
      totalAmount: '34.99',
    });
    expect(await captures()).toContainEqual(
      expect.objectContaining({ out_trade_no: 'A6_1', state: 'disputed' }),
    );
    const ended = await postJson(`${sandbox.url}/payermax/cases/${String(data['caseId'])}`, {
      result: 'WIN',
    });
    expect(ended.json).toMatchObject({ status: 'CASE_CLOSED', caseResult: 'WIN' });
    await shop.wait(({ json }) => (json['data'] as { caseResult?: string }).caseResult === 'WIN');
  });

  it('send no answer for the silent cards, of which one is captured', async () => {
    const patience = new AbortController();
    const silent = [
      payByCard(sandbox.url, shop.url, CARD.silenceTaken, 'A7_1', patience.signal),
      payByCard(sandbox.url, shop.url, CARD.silenceNothing, 'A8_1', patience.signal),
    ].map((call) =>
      call.then(
        () => 'answered',
        () => 'silent',
      ),
    );
    await expect.poll(() => queried('A7_1')).toMatchObject({ data: { status: 'SUCCESS' } });
    // Enough time for an answer.
    const first = Promise.race([...silent, pause(600).then(() => 'silent')]);
    expect(await first).toBe('silent');
    patience.abort();
    expect(await Promise.all(silent)).toEqual(['silent', 'silent']);
    expect(await queried('A8_1')).toMatchObject({ code: 'ORDER_NOT_EXIST' });
    expect(shop.received.some(({ body }) => body.includes('A7_1'))).toBe(false);
  });
});
