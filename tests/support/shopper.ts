import type { CallResult, OrderView } from '@webpay/contract/calls';
import { createStoreClient, type StoreClient } from '@webpay/contract/client';
import { DEFAULT_SIGN_SECRET } from '../../apps/api/src/config/config.ts';

export type Outside = { readonly url: string; readonly sandboxUrl: string };

export const CARDS = {
  success: '4111111111111111',
  declined: '4000000000000002',
  poor: '4000000000009995',
  silentTaken: '4000000000000069',
  silentNotTaken: '4000000000000119',
  challenge: '4000000000003220',
  challengeDeclined: '4000000000003063',
  pending: '4000000000000077',
  /** Pending until `decidePending`. */
  thinking: '4000000000000085',
  disputed: '4000000000000259',
} as const;

export type Shopper = Awaited<ReturnType<typeof createShopper>>;

export type SandboxMail = {
  readonly mail_id: string;
  readonly delivery_id: string | null;
  readonly title: string;
  readonly body: string;
  readonly items: readonly {
    readonly item_id: string;
    readonly name: string;
    readonly count: number;
  }[];
};

type Opened = CallResult<'orderCreate'>;

type OpenFields = {
  readonly products: readonly { readonly product_id: string; readonly count: number }[];
  readonly country: string;
  readonly pay_id: string;
  readonly order_key: string;
  readonly payer: string;
  readonly redirect_url: string;
  readonly source: 'cart' | 'direct' | 'bargain' | 'card';
  readonly total: { readonly amount: string; readonly currency: string };
};

export const MINIFLIX = { websiteCode: 'miniflix', gameId: '20' } as const;

let nextCid = 100_000_000 + Math.floor(Math.random() * 400_000_000);

/** A character id that exists: it neither ends in 0 nor starts with 9. */
export function freshCid(): string {
  nextCid += 1;
  if (nextCid % 10 === 0) nextCid += 1;
  return String(nextCid);
}

/** A player with a session in a running shop. */
export async function createShopper(
  outside: Outside,
  options: {
    readonly websiteCode: string;
    readonly gameId: string;
    readonly lang?: string;
    readonly cid?: string;
    /** The secret that the player's page came with. */
    readonly secret?: string;
  } = MINIFLIX,
) {
  const settings = {
    baseUrl: outside.url,
    secret: options.secret ?? DEFAULT_SIGN_SECRET,
    gameId: options.gameId,
    websiteCode: options.websiteCode,
    ...(options.lang === undefined ? {} : { lang: options.lang }),
  };
  const client = createStoreClient(settings);
  const servers = await want(client.call('servers', {}));
  const server = servers.find((each) => each.state === 'open');
  if (server === undefined) throw new Error('no open server');
  const cid = options.cid ?? freshCid();
  const place = { pr_id: server.pr_id, server_id: server.server_id, cid };
  const found = await want(client.call('role', place));
  if (!('user_token' in found)) throw new Error('the character belongs to another game');
  client.useToken(found.user_token);
  const shelf = await want(client.call('productLists', place));
  const cheapest = shelf.goods[0];
  if (cheapest === undefined) throw new Error('the shelf is empty');
  const inquire = (token: string) => want(client.call('orderInquire', { token }));
  /** Creates a token at the gateway, as a card form does. */
  const tokenise = (pay: Opened['pay'], number: string) => tokeniseAt(outside, pay, number);
  return {
    client,
    /** The same session on a clock that runs ahead, for shops after PUT /clock. */
    clientAt: (offsetMs: number) => {
      const moved = createStoreClient({ ...settings, now: () => Date.now() + offsetMs });
      moved.useToken(found.user_token);
      return moved;
    },
    userToken: found.user_token,
    cid,
    serverId: server.server_id,
    prId: server.pr_id,
    place,
    inquire,
    tokenise,
    open: ({ products, total, ...rest }: Partial<OpenFields> = {}) =>
      want(
        client.call('orderCreate', {
          ...orderFields(cheapest.product_id),
          redirect_url: `${outside.url}/${options.websiteCode}/payment`,
          ...(products === undefined ? {} : { products: JSON.stringify(products) }),
          ...(total === undefined ? {} : { total: JSON.stringify(total) }),
          ...rest,
        }),
      ),
    payByCard: (opened: Pick<Opened, 'pay'>, number: string) =>
      payCard(outside, client, opened, number),
    /** Polls until the condition holds. Throws with the last view on timeout. */
    until: (token: string, holds: (order: OrderView) => boolean, withinMs?: number) =>
      untilOrder(() => inquire(token), holds, withinMs),
    mails: () => mailsOf(outside, { gameId: options.gameId, serverId: server.server_id, cid }),
  };
}

/** Pays an order by card through any client of its player. */
export async function payCard(
  outside: Outside,
  client: StoreClient,
  { pay }: Pick<Opened, 'pay'>,
  number: string,
) {
  const paymentToken = await tokeniseAt(outside, pay, number);
  const sessionKey = pay !== null && 'session_key' in pay ? pay.session_key : '';
  return want(client.call('payermaxCard', { sessionKey, paymentToken }));
}

/** Fields of an order of one product, bought directly by card. */
export function orderFields(product: string) {
  return {
    products: JSON.stringify([{ product_id: product, count: 1 }]),
    country: 'US',
    pay_id: 'card',
    redirect_url: 'x',
    source: 'direct' as const,
  };
}

/** Polls until the condition holds. Throws with the last view on timeout. */
export async function untilOrder(
  inquire: () => Promise<OrderView>,
  holds: (order: OrderView) => boolean,
  withinMs = 60_000,
): Promise<OrderView> {
  const end = Date.now() + withinMs;
  for (;;) {
    const order = await inquire();
    if (holds(order)) return order;
    if (Date.now() > end) throw new Error(`still ${JSON.stringify(order)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Mails in a character's mailbox in the game. */
export async function mailsOf(
  outside: Outside,
  character: { readonly gameId: string; readonly serverId: string; readonly cid: string },
): Promise<readonly SandboxMail[]> {
  const query = new URLSearchParams({
    game_id: character.gameId,
    server_id: character.serverId,
    cid: character.cid,
  });
  const response = await fetch(`${outside.sandboxUrl}/mail?${query.toString()}`);
  const body = (await response.json()) as { mails: SandboxMail[] };
  return body.mails;
}

type CardKeys = { readonly client_key: string; readonly session_key: string };

/** Creates a token at the gateway, as a card form does. */
export async function tokeniseAt(outside: Outside, pay: Opened['pay'] | CardKeys, number: string) {
  if (pay === null || !('session_key' in pay)) throw new Error('not a card order');
  const { paymentToken } = await postJson(`${outside.sandboxUrl}/payermax/dropin/token`, {
    clientKey: pay.client_key,
    sessionKey: pay.session_key,
    number,
    expiry: '12/39',
    cvv: '123',
    holder: 'Test Player',
  });
  return String(paymentToken);
}

/** Decides a challenge at the bank's page. @param url `action.url` of the answer to a payment */
export async function answerChallenge(url: string | undefined, result: 'approve' | 'reject') {
  if (url === undefined) throw new Error('the bank was not asked for');
  await postJson(url, { result });
}

/** Approves at the wallet's page. @param orderId the wallet's id of the order */
export async function approveWallet(
  { sandboxUrl }: Pick<Outside, 'sandboxUrl'>,
  orderId: string | undefined,
  funding?: string,
): Promise<void> {
  await postJson(`${sandboxUrl}/paypal/approve`, { order_id: orderId, funding });
}

/** The JSON object that answers a call, which must succeed. */
export async function postJson(
  url: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Readonly<Record<string, unknown>>;
}

/** Result of a call that must succeed. */
export async function want<T>(answer: Promise<{ code: number; msg: string; result: T | null }>) {
  const { code, msg, result } = await answer;
  if (code !== 200 || result === null) throw new Error(`${code} ${msg} ${JSON.stringify(result)}`);
  return result;
}

/** Makes calls at once. */
export function times<T>(n: number, one: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: n }, (_, index) => one(index)));
}

/** Acts on the page of a local method. @param result one of the sandbox's (apps/sandbox/README.md) */
export async function answerLocal(url: string | null, result: string) {
  if (url === null) throw new Error('the order has no page of a local method');
  return postJson(url, { result });
}

/** Acts at the sandbox's cash desk with a voucher's number. @param result one of apps/sandbox/README.md */
export async function payAtDesk(
  { sandboxUrl }: Pick<Outside, 'sandboxUrl'>,
  code: string,
  result: string,
) {
  return postJson(`${sandboxUrl}/payermax/desk/${code}`, { result });
}

/** Scans a QR code's text in the sandbox's banking app, and acts there. @param result one of apps/sandbox/README.md */
export async function scanQr(
  { sandboxUrl }: Pick<Outside, 'sandboxUrl'>,
  text: string,
  result: string,
) {
  const found = await fetch(`${sandboxUrl}/payermax/scan?text=${encodeURIComponent(text)}`);
  if (!found.ok) throw new Error(`${found.status}: the banking app knows no such code`);
  return postJson(found.url, { result });
}
