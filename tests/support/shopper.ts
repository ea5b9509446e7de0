import type { CallResult } from '@webpay/contract/calls';
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

export type Shopper = {
  readonly client: StoreClient;
  /** The same session on a clock that runs ahead, for shops after PUT /clock. */
  clientAt(offsetMs: number): StoreClient;
  readonly userToken: string;
  readonly cid: string;
  readonly serverId: string;
  readonly prId: string;
  open(overrides?: Partial<OpenFields>): Promise<CallResult<'orderCreate'>>;
  /** Creates a token at the gateway, as a card form does. */
  tokenise(pay: CallResult<'orderCreate'>['pay'], number: string): Promise<string>;
  payByCard(opened: CallResult<'orderCreate'>, number: string): Promise<CallResult<'payermaxCard'>>;
  inquire(token: string): Promise<CallResult<'orderInquire'>>;
  /** Polls until the condition holds. Throws with the last view on timeout. */
  until(
    token: string,
    holds: (order: CallResult<'orderInquire'>) => boolean,
    withinMs?: number,
  ): Promise<CallResult<'orderInquire'>>;
  mails(): Promise<readonly SandboxMail[]>;
};

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

type OpenFields = {
  readonly products: readonly { readonly product_id: string; readonly count: number }[];
  readonly country: string;
  readonly pay_id: string;
  readonly order_key: string;
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
  } = MINIFLIX,
): Promise<Shopper> {
  const settings = {
    baseUrl: outside.url,
    secret: DEFAULT_SIGN_SECRET,
    gameId: options.gameId,
    websiteCode: options.websiteCode,
    ...(options.lang === undefined ? {} : { lang: options.lang }),
  };
  const client = createStoreClient(settings);
  const servers = await want(client.call('servers', {}));
  const server = servers.find((each) => each.state === 'open');
  if (server === undefined) throw new Error('no open server');
  const cid = options.cid ?? freshCid();
  const found = await want(
    client.call('role', { pr_id: server.pr_id, server_id: server.server_id, cid }),
  );
  if (!('user_token' in found)) throw new Error('the character belongs to another game');
  client.useToken(found.user_token);
  const shelf = await want(
    client.call('productLists', { pr_id: server.pr_id, server_id: server.server_id, cid }),
  );
  const cheapest = shelf.goods[0];
  if (cheapest === undefined) throw new Error('the shelf is empty');
  const inquire = (token: string) => want(client.call('orderInquire', { token }));
  const tokenise: Shopper['tokenise'] = (pay, number) => tokeniseAt(outside, pay, number);
  return {
    client,
    clientAt: (offsetMs) => {
      const moved = createStoreClient({ ...settings, now: () => Date.now() + offsetMs });
      moved.useToken(found.user_token);
      return moved;
    },
    userToken: found.user_token,
    cid,
    serverId: server.server_id,
    prId: server.pr_id,
    inquire,
    tokenise,
    open: (overrides = {}) => {
      const { products, total, ...rest } = overrides;
      return want(
        client.call('orderCreate', {
          products: JSON.stringify(products ?? [{ product_id: cheapest.product_id, count: 1 }]),
          country: 'US',
          pay_id: 'card',
          redirect_url: `${outside.url}/${options.websiteCode}/payment`,
          source: 'direct',
          ...(total === undefined ? {} : { total: JSON.stringify(total) }),
          ...rest,
        }),
      );
    },
    payByCard: async (opened, number) => {
      const paymentToken = await tokenise(opened.pay, number);
      if (opened.pay === null || opened.pay.kind === 'paypal') throw new Error('not a card order');
      return want(
        client.call('payermaxCard', { sessionKey: opened.pay.session_key, paymentToken }),
      );
    },
    until: (token, holds, withinMs) => untilOrder(() => inquire(token), holds, withinMs),
    mails: () => mailsOf(outside, { gameId: options.gameId, serverId: server.server_id, cid }),
  };
}

/** Polls until the condition holds. Throws with the last view on timeout. */
export async function untilOrder(
  inquire: () => Promise<CallResult<'orderInquire'>>,
  holds: (order: CallResult<'orderInquire'>) => boolean,
  withinMs = 60_000,
): Promise<CallResult<'orderInquire'>> {
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

/** Creates a token at the gateway, as a card form does. */
export async function tokeniseAt(
  outside: Outside,
  pay: CallResult<'orderCreate'>['pay'],
  number: string,
): Promise<string> {
  if (pay === null || pay.kind === 'paypal') throw new Error('not a card order');
  const response = await fetch(`${outside.sandboxUrl}/payermax/dropin/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      clientKey: pay.client_key,
      sessionKey: pay.session_key,
      number,
      expiry: '12/39',
      cvv: '123',
      holder: 'Test Player',
    }),
  });
  const body = (await response.json()) as { paymentToken?: string };
  if (body.paymentToken === undefined) throw new Error(`no token: ${JSON.stringify(body)}`);
  return body.paymentToken;
}

/** Result of a call that must succeed. */
export async function want<T>(
  answer: Promise<{ code: number; msg: string; result: T | null }>,
): Promise<T> {
  const { code, msg, result } = await answer;
  if (code !== 200 || result === null) throw new Error(`${code} ${msg} ${JSON.stringify(result)}`);
  return result;
}
