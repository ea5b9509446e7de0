import { createHash, createHmac, createPrivateKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fieldsOf, parseJson, type Fields } from '../shape.ts';

export type Received = {
  readonly path: string;
  readonly body: Buffer;
  readonly headers: IncomingHttpHeaders;
  readonly json: Fields;
  readonly at: number;
};

/** The shop's answer to a notification; by default each gateway's exact ack. */
export type AckRule = (received: Received, count: number) => { status: number; body: string };

/** A stand-in for the shop that signs, calls and listens. It shares no code with the real shop. */
export type Shop = Awaited<ReturnType<typeof openShop>>;

const ACK: AckRule = ({ path }) =>
  path.endsWith('/payermax')
    ? { status: 200, body: '{"msg":"Success","code":"SUCCESS"}' }
    : { status: 200, body: '{}' };

/** Exceeds any pause of a test: a connection that closes during a write loses the request. */
const KEEP_ALIVE_MS = 120_000;

export async function openShop(ack: AckRule = ACK) {
  const received: Received[] = [];
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const one: Received = {
        path: request.url ?? '',
        body,
        headers: request.headers,
        json: fieldsOf(parseJson(body)),
        at: Date.now(),
      };
      received.push(one);
      const answer = ack(one, received.length);
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // The address of a listening TCP server is an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    wait: async (fits: (received: Received) => boolean, withinMs = 60_000): Promise<Received> => {
      const until = Date.now() + withinMs;
      for (;;) {
        const found = received.find(fits);
        if (found) return found;
        if (Date.now() > until)
          throw new Error(`nothing received that fits, of ${received.length}`);
        await new Promise((resolve) => setTimeout(resolve, 15));
      }
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function testFile(name: string): Buffer {
  return readFileSync(new URL(`../../test-data/${name}`, import.meta.url));
}

const merchantKey = createPrivateKey(
  testFile('vectors/payermax/keys/TEST-ONLY-A-merchant.private.pk8.pem'),
);

/** One signed call, as the shop makes it. `change` edits the envelope before it is signed. */
export async function callPayermax(
  sandboxUrl: string,
  call: string,
  data: unknown,
  change: (envelope: Record<string, unknown>) => void = () => {},
  signal?: AbortSignal,
) {
  const envelope: Record<string, unknown> = {
    version: '1.4',
    keyVersion: '1',
    requestTime: new Date().toISOString().replace('Z', '+00:00'),
    appId: 'testapp0000000000000000000000001',
    merchantNo: 'TEST010000000001',
    data,
  };
  change(envelope);
  const body = JSON.stringify(envelope);
  const answer = await fetch(`${sandboxUrl}/payermax/aggregate-pay/api/gateway/${call}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      sign: sign('RSA-SHA256', Buffer.from(body), merchantKey).toString('base64'),
    },
    body,
    ...(signal ? { signal } : {}),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const json = fieldsOf(parseJson(bytes));
  return {
    status: answer.status,
    body: bytes,
    sign: answer.headers.get('sign') ?? '',
    json,
    data: fieldsOf(json['data']),
  };
}

export async function postJson(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return {
    status: answer.status,
    json: fieldsOf(parseJson(await answer.text())),
    headers: answer.headers,
  };
}

export async function getJson(url: string, headers: Record<string, string> = {}): Promise<Fields> {
  const answer = await fetch(url, { headers });
  return fieldsOf(parseJson(await answer.text()));
}

export const CARD = {
  success: '4111 1111 1111 1111',
  declined: '4000 0000 0000 0002',
  noBalance: '4000 0000 0000 9995',
  challenge: '4000 0000 0000 3220',
  challengeDeclined: '4000 0000 0000 3063',
  pending: '4000 0000 0000 0077',
  thinking: '4000 0000 0000 0085',
  dispute: '4000 0000 0000 0259',
  silenceTaken: '4000 0000 0000 0069',
  silenceNothing: '4000 0000 0000 0119',
};

/** Opens a session and gets a token, as order/create and the card form do. */
export async function openCard(sandboxUrl: string, number: string, amount = '19.99') {
  const session = await callPayermax(sandboxUrl, 'applyDropinSession', {
    totalAmount: amount,
    currency: 'USD',
    country: 'US',
    userId: 'u_1',
    componentList: ['CARD'],
    tokenForFutureUse: false,
  });
  const { clientKey, sessionKey } = session.data;
  const { json } = await postJson(`${sandboxUrl}/payermax/dropin/token`, {
    clientKey,
    sessionKey,
    number,
    expiry: '12/39',
    cvv: '123',
    holder: 'Nova Star',
  });
  return { sessionKey: String(sessionKey), paymentToken: String(json['paymentToken']) };
}

export function orderData(
  outTradeNo: string,
  card: { sessionKey: string; paymentToken: string },
  shopUrl: string,
): Record<string, unknown> {
  return {
    outTradeNo,
    integrate: 'Direct_Payment',
    subject: '980 Gems',
    totalAmount: 19.99,
    currency: 'USD',
    country: 'US',
    userId: 'u_1',
    expireTime: '1800',
    terminalType: 'WEB',
    frontCallbackUrl: `${shopUrl}/miniflix/payment`,
    notifyUrl: `${shopUrl}/webhooks/payermax`,
    reference: 'order-1',
    paymentDetail: { ...card, buyerInfo: { clientIp: '203.0.113.7', userAgent: 'Mozilla/5.0' } },
  };
}

/** A card payment up to the gateway's answer. */
export async function payByCard(
  sandboxUrl: string,
  shopUrl: string,
  number: string,
  outTradeNo: string,
  signal?: AbortSignal,
) {
  const card = await openCard(sandboxUrl, number);
  const data = orderData(outTradeNo, card, shopUrl);
  return callPayermax(sandboxUrl, 'orderAndPay', data, () => {}, signal);
}

/** C15's envelope with its header. */
export async function callGame(
  sandboxUrl: string,
  call: 'role' | 'mail' | 'notice',
  params: readonly unknown[],
  as: { gameId?: string; channelid?: string; vc?: string; key?: string } = {},
) {
  const { gameId = '20', channelid = 'webpay', vc = '1' } = as;
  const key = as.key ?? `game-key-${gameId}`;
  const userid = 'shop';
  const unixtime = String(Math.floor(Date.now() / 1_000));
  const text = JSON.stringify(params);
  const md5 = createHash('md5')
    .update(userid + channelid + vc + unixtime + text)
    .digest('hex');
  const fields = { userid, channelid, vc, unixtime, params: text, sign: md5 };
  const body = new URLSearchParams(fields).toString();
  const answer = await fetch(`${sandboxUrl}/game/${gameId}/${call}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-signature': createHmac('sha256', key).update(body).digest('hex'),
    },
    body,
  });
  return { status: answer.status, json: fieldsOf(parseJson(await answer.text())) };
}
