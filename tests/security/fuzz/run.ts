import type { CallName } from '@webpay/contract/paths';
import { approveWallet } from '../../support/payer.ts';
import { CARDS, createShopper, tokeniseAt, want } from '../../support/shopper.ts';
import { call, type Field } from '../field.ts';
import type { Seen } from '../wire.ts';
import { seeded } from '../../chaos/seeded.ts';
import { troubleOf } from './check-answer.ts';
import { keep, type Caller, type Learned } from './known.ts';
import { nextRequest, type Request } from './requests.ts';

export type FuzzOptions = {
  readonly requests: number;
  readonly seed: number;
  readonly clients: number;
  /** Between the tenths of a run, when nothing is under way. */
  readonly rest?: (done: number) => Promise<void>;
  /** Ends it before all requests were made. */
  readonly signal?: AbortSignal;
};

export type Fuzzed = {
  readonly made: number;
  /** By code, or status where there is none. */
  readonly answers: ReadonlyMap<string, number>;
  readonly byCall: ReadonlyMap<CallName, { readonly made: number; readonly good: number }>;
  /** Answers that were not what the contract says, with what was asked; the first so many. */
  readonly problems: readonly string[];
};

const GAMES = [
  { websiteCode: 'miniflix', gameId: '20' },
  { websiteCode: 'miniflix', gameId: '20' },
  { websiteCode: 'cgg', gameId: '22' },
  { websiteCode: 'dr2', gameId: '31' },
  { websiteCode: 'vp_mbo', gameId: '13' },
] as const;

const MOST_TROUBLES = 20;
const RESTS = 10;

/**
 * Requests from the contract's shapes, good and wrong, at many clients. The seed gives the same plan again: calls, kinds
 * of wrong, junk; tokens and numbers are those the shop gave this time.
 */
export async function fuzz(field: Field, options: FuzzOptions): Promise<Fuzzed> {
  const callers = await signInAll(field);
  const learned: Learned = {
    tokens: [],
    orderIds: [],
    cardForms: [],
    walletForms: [],
    mallTokens: [],
  };
  const answers = new Map<string, number>();
  const byCall = new Map<CallName, { made: number; good: number }>();
  const problems: string[] = [];
  let made = 0;
  const client = async (until: number): Promise<void> => {
    while (made < until && options.signal?.aborted !== true) {
      const request = nextRequest(seeded(options.seed * 7_919 + made), callers, learned);
      made += 1;
      const seen = await send(field, request);
      const code = seen.code === null ? `HTTP ${seen.status}` : String(seen.code);
      answers.set(code, (answers.get(code) ?? 0) + 1);
      const counted = byCall.get(request.name) ?? { made: 0, good: 0 };
      byCall.set(request.name, {
        made: counted.made + 1,
        good: counted.good + (code === '200' ? 1 : 0),
      });
      const trouble = troubleOf(request, seen);
      if (trouble !== null && problems.length < MOST_TROUBLES) {
        problems.push(
          `${trouble}, asked ${request.method} ${request.path} ${request.body.slice(0, 2_000)}`,
        );
      }
      if (seen.code === 200) await learn(field, request, seen.result, learned);
    }
  };
  for (let part = 1; part <= RESTS; part += 1) {
    const until = Math.round((options.requests * part) / RESTS);
    await Promise.all(Array.from({ length: options.clients }, () => client(until)));
    await options.rest?.(made);
    if (options.signal?.aborted === true) break;
  }
  return { made, answers, byCall, problems };
}

function send(field: Field, { method, path, headers, body }: Request): Promise<Seen> {
  return field.wire.send(path, method === 'GET' ? { method } : { method, headers, body });
}

async function signInAll(field: Field): Promise<[Caller, ...Caller[]]> {
  const all = await Promise.all(GAMES.map((game) => signIn(field, game)));
  const [first, ...others] = all;
  if (first === undefined) throw new Error('nobody to call');
  return [first, ...others];
}

async function signIn(field: Field, game: (typeof GAMES)[number]): Promise<Caller> {
  const shopper = await createShopper(field.environment, game);
  const { client, prId: pr_id, serverId: server_id, cid } = shopper;
  const shelf = await want(client.call('productLists', { pr_id, server_id, cid }));
  const cards = await want(client.call('productLists', { pr_id, server_id, cid, event: 'card' }));
  const [first, ...others] = [...shelf.goods, ...cards.goods].map((each) => each.product_id);
  const [event, ...events] = (await want(client.call('activityList', {}))).map(({ id }) => id);
  if (first === undefined || event === undefined) throw new Error('an empty shelf');
  const paid = await shopper.open();
  await shopper.payByCard(paid, CARDS.success);
  const [card] = cards.goods;
  if (card !== undefined) {
    const products = [{ product_id: card.product_id, count: 1 }];
    await shopper.payByCard(await shopper.open({ products, source: 'card' }), CARDS.success);
  }
  return {
    code: game.websiteCode,
    gameId: game.gameId,
    pr_id,
    server_id,
    cid,
    goods: [first, ...others],
    activities: [event, ...events],
    paid,
    token: shopper.userToken,
  };
}

/** What the shop tells comes back to it in later requests; some of what can be paid is paid. */
async function learn(
  field: Field,
  { name, caller }: Request,
  result: unknown,
  learned: Learned,
): Promise<void> {
  if (name === 'logout') {
    await signInAgain(field, caller);
    return;
  }
  if (name !== 'orderCreate' && name !== 'mallPay') return;
  // Verified edge: check-answer.ts held it against its shape.
  const { order_id, token, pay } = result as { order_id: string; token: string; pay: Pay | null };
  keep(learned.orderIds, order_id);
  keep(learned.tokens, token);
  if (pay === null) return;
  if (pay.kind === 'paypal') {
    await approveWallet(field.environment, pay.order_id).catch(() => undefined);
    keep(learned.walletForms, { order_id: pay.order_id, invoice_id: pay.invoice_id });
  } else if (pay.kind === 'payermax_card') {
    const paymentToken = await tokeniseAt(field.environment, pay, CARDS.success).catch(
      () => 'none',
    );
    keep(learned.cardForms, { sessionKey: pay.session_key, paymentToken });
  }
}

type Pay = NonNullable<Parameters<typeof tokeniseAt>[1]>;

/** Its session was ended by a request of ours. */
async function signInAgain(field: Field, caller: Caller): Promise<void> {
  const { pr_id, server_id, cid, gameId, code } = caller;
  const { result } = await call(field, 'role', { pr_id, server_id, cid }, { gameId, code });
  if (typeof result === 'object' && result !== null && 'user_token' in result) {
    // The callers are this run's own; whoever calls next uses the new token.
    Object.assign(caller, { token: String(result.user_token) });
  }
}
