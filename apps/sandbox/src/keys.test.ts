import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { callGame, callPayermax, CARD, payByCard, postJson } from './testing/shop.ts';
import { isSignedBy } from './sign.ts';
import { sandboxOfFile } from './testing/sandbox.ts';

const { shop, sandbox } = await sandboxOfFile();
afterEach(() => fetch(`${sandbox.url}/keys`, { method: 'DELETE' }));

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pems = {
  private: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  public: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
};
const put = async (keys: object) => {
  const answer = await fetch(`${sandbox.url}/keys`, { method: 'PUT', body: JSON.stringify(keys) });
  return { status: answer.status, text: await answer.text() };
};
const query = () => callPayermax(sandbox.url, 'orderQuery', { outTradeNo: 'A1' });
const tokenWith = (secret: string) =>
  fetch(`${sandbox.url}/paypal/v1/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`sandbox-client:${secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
const look = (key: string) => callGame(sandbox.url, 'role', ['s1', '123456'], { key });

describe('keys that change (14.6)', () => {
  it('PayerMax signs answers and notifications with its new key and version', async () => {
    expect((await put({ payermax_platform: { pem: pems.private, version: '2' } })).status).toBe(
      204,
    );
    const { body, sign } = await query();
    expect(isSignedBy(body, sign, createPublicKey(pems.public))).toBe(true);
    await payByCard(sandbox.url, shop.url, CARD.success, 'A2');
    await expect
      .poll(() => shop.received.some(({ body: told }) => told.includes('"A2"')))
      .toBe(true);
    const told = shop.received.find(({ body: each }) => each.includes('"A2"'));
    expect(told?.body.toString()).toContain('"keyVersion":"2"');
  });

  it('PayerMax takes only the merchant keys that it holds, each under its version', async () => {
    await put({ payermax_merchants: [{ pem: pems.public, version: '2' }] });
    expect((await query()).json['code']).toBe('SIGN_VERIFY_FAILED');
    await fetch(`${sandbox.url}/keys`, { method: 'DELETE' });
    expect((await query()).json['code']).not.toBe('SIGN_VERIFY_FAILED');
  });

  it('PayPal takes each enabled secret', async () => {
    await put({ paypal_secrets: ['sandbox-secret', 'the-next'] });
    expect((await tokenWith('sandbox-secret')).status).toBe(200);
    expect((await tokenWith('the-next')).status).toBe(200);
    await put({ paypal_secrets: ['the-next'] });
    expect((await tokenWith('sandbox-secret')).status).toBe(401);
  });

  it('a game takes each of its keys, and others keep theirs', async () => {
    await put({ game_keys: { '20': ['the-next', 'game-key-20'] } });
    expect((await look('game-key-20')).status).toBe(200);
    expect((await look('the-next')).status).toBe(200);
    await put({ game_keys: { '20': ['the-next'] } });
    expect((await look('game-key-20')).status).toBe(401);
    const link = await postJson(`${sandbox.url}/game/20/link`, { server_id: 's1', cid: '123456' });
    expect(link.status).toBe(200);
  });

  it.each([
    [{ paypal_secrets: [] }],
    [{ paypal_secrets: ['a', 'b', 'c'] }],
    [{ game_keys: { '20': [1] } }],
    [{ payermax_platform: { pem: 'no key', version: '2' } }],
    [{ payermax_merchants: [{ pem: pems.public }] }],
    [{ more: true }],
  ])('are refused when they are %o', async (keys) => {
    const answer = await put(keys);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('error');
  });
});
