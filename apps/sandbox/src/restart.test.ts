import { appendFileSync } from 'node:fs';
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  callGame,
  callPayermax,
  CARD,
  getJson,
  openShop,
  payByCard,
  postJson,
  type AckRule,
  type Shop,
} from './testing/shop.ts';
import { fieldsOf, type Fields } from './shape.ts';
import { openWallet } from './testing/wallet.ts';
import { makeFolders, type Folders } from './testing/sandbox.ts';

const MAIN = join(import.meta.dirname, 'main.ts');
const DEAF: AckRule = () => ({ status: 503, body: '' });
const GOOD: AckRule = ({ path }) => ({
  status: 200,
  body: path.endsWith('/payermax') ? '{"msg":"Success","code":"SUCCESS"}' : '{}',
});

let folders: Folders;
let shop: Shop;
let isDeaf = false;
let child: ChildProcess | undefined;

beforeEach(async () => {
  folders = makeFolders();
  isDeaf = false;
  shop = await openShop((received, count) => (isDeaf ? DEAF : GOOD)(received, count));
});
afterEach(async () => {
  child?.kill('SIGKILL');
  await shop.stop();
  folders.remove();
});

/** The real program in its own process, on any port. */
async function start(): Promise<string> {
  const process_ = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      SANDBOX_PORT: '0',
      DATA_DIR: folders.dataDir,
      CATALOGUE_DIR: folders.catalogueDir,
      PUBLIC_URL: shop.url,
      SANDBOX_TIME_SCALE: '1000',
      WEBPAY_MODE: 'sandbox',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child = process_;
  return new Promise((resolve, reject) => {
    process_.stdout.on('data', (chunk: Buffer) => {
      const address = /http:\/\/[\d.]+:\d+/.exec(chunk.toString())?.[0];
      if (address) resolve(address);
    });
    process_.once('exit', (code) => reject(new Error(`the sandbox ended with ${code}`)));
  });
}

function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
  const process_ = child;
  if (!process_) throw new Error('nothing runs');
  return new Promise((resolve) => {
    process_.once('exit', (code) => resolve(code));
    process_.kill(signal);
  });
}

/**
 * The parts of a statement that time alone does not change: K2_1 succeeds and K3_1 is disputed
 * after three seconds.
 */
function lasting({ captures, refunds, mails }: Fields): Fields {
  const kept = (Array.isArray(captures) ? captures : [])
    .map(fieldsOf)
    .filter((each) => each['out_trade_no'] !== 'K2_1')
    .map(({ state: _state, ...each }) => each);
  return { captures: kept, refunds, mails };
}

describe('kill -9', () => {
  it('loses no money, no mail, no fault and no notification', async () => {
    isDeaf = true;
    let url = await start();
    await payByCard(url, shop.url, CARD.success, 'K1_1');
    await payByCard(url, shop.url, CARD.pending, 'K2_1');
    await payByCard(url, shop.url, CARD.dispute, 'K3_1');
    const challenge = await payByCard(url, shop.url, CARD.challenge, 'K4_1');
    await callGame(url, 'mail', ['s1', '123456', 'delivery:k', 'T', 'B', []]);
    const wallet = await openWallet({ url, stop: async () => {} }, shop);
    const id = await wallet.openOrder('K5_1');
    await wallet.approve(id);
    await wallet.capture(id, { 'paypal-request-id': 'cap-K5_1-1' });
    await postJson(`${url}/faults`, { target: 'game', op: 'role', kind: 'maintenance', times: 3 });
    const before = lasting(await getJson(`${url}/statement`));
    expect(before['captures']).toHaveLength(3);
    await end('SIGKILL');
    // Half a line, as left by a kill during a write.
    appendFileSync(join(folders.dataDir, 'sandbox', 'world.jsonl'), '[["mail","x",{"mail_id"');

    isDeaf = false;
    const receivedBefore = shop.received.length;
    url = await start();
    expect(lasting(await getJson(`${url}/statement`))).toEqual(before);
    expect((await getJson(`${url}/faults`))['faults']).toEqual([
      expect.objectContaining({ kind: 'maintenance', times: 3 }),
    ]);
    const received = (notifyType: string, outTradeNo: string) =>
      shop.wait(({ json, body }) => json['notifyType'] === notifyType && body.includes(outTradeNo));
    await received('PAYMENT', 'K1_1');
    await received('PAYMENT', 'K2_1');
    await received('CHARGEBACK', 'K3_1');
    await shop.wait(({ body }) => body.includes('PAYMENT.CAPTURE.COMPLETED'));
    expect(shop.received.length).toBeGreaterThan(receivedBefore);
    const query = await callPayermax(url, 'orderQuery', { outTradeNo: 'K2_1' });
    expect(query.data['status']).toBe('SUCCESS');

    const again = await openWallet({ url, stop: async () => {} }, shop);
    const repeated = await again.capture(id, { 'paypal-request-id': 'cap-K5_1-1' });
    expect(repeated.json['status']).toBe('COMPLETED');
    const action = new URL(String(challenge.data['redirectUrl']));
    const answer = await postJson(`${url}${action.pathname}`, { result: 'approve' });
    expect(answer.json).toMatchObject({ outTradeNo: 'K4_1', status: 'SUCCESS' });
  });
});

describe('SIGTERM', () => {
  it('ends with 0, even while a caller waits for an answer', async () => {
    const url = await start();
    const hanging = payByCard(url, shop.url, CARD.silenceNothing, 'T1_1').catch(() => 'gone');
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(await end('SIGTERM')).toBe(0);
    expect(await hanging).toBe('gone');
  });
});
