import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import type { CallName } from '@webpay/contract/paths';
import { CALLS, type CallResult } from '@webpay/contract/calls';
import { CODE_MEANINGS } from '@webpay/contract/codes';
import {
  approveWallet,
  CARDS,
  createShopper,
  times,
  tokeniseAt,
  want,
} from '../../support/shopper.ts';
import { call, countCodes, type Answer, type Target } from '../target.ts';
import { keep, type Caller, type Learned } from './known.ts';
import { makeEveryCall } from './honest.ts';
import { plansOf, type Kind, type Request } from './requests.ts';

type FuzzOptions = {
  readonly requests: number;
  readonly seed: number;
  readonly clients: number;
  /** Makes every call once as an honest page does, before the requests. */
  readonly honestFirst?: boolean;
  /** Runs after each tenth, while no request is under way. */
  readonly rest?: (done: number) => Promise<void>;
  /** Ends the run early. */
  readonly signal?: AbortSignal;
};

export type Fuzzed = {
  readonly made: number;
  /** Answers by code, or by status where there is no envelope. */
  readonly answers: ReadonlyMap<string, number>;
  readonly served: ReadonlySet<CallName>;
  /** Kinds of each call's requests of which the shop refused one. */
  readonly refused: ReadonlyMap<CallName, ReadonlySet<Kind>>;
  /** The first answers that broke the contract, with their requests. */
  readonly violations: readonly string[];
};

const GAMES = [
  { websiteCode: 'miniflix', gameId: '20' },
  { websiteCode: 'miniflix', gameId: '20' },
  { websiteCode: 'cgg', gameId: '22' },
  { websiteCode: 'dr2', gameId: '31' },
  { websiteCode: 'vp_mbo', gameId: '13' },
] as const;

const MAX_VIOLATIONS = 20;
const RESTS = 10;

/** Sends valid and wrong requests from concurrent clients; the seed gives the same plan again. */
export async function fuzz(shop: Target, options: FuzzOptions): Promise<Fuzzed> {
  const callers = await Promise.all(GAMES.map((game) => signIn(shop, game)));
  const learned: Learned = {
    tokens: [],
    orderIds: [],
    cardForms: [],
    walletForms: [],
    phoneLinks: [],
    payable: new Map(),
    mallTokens: [],
  };
  const plans = plansOf(options.seed);
  const answers = new Map<string, number>();
  const served = new Set<CallName>();
  const refused = new Map<CallName, Set<Kind>>();
  const violations: string[] = [];
  let made = 0;
  const ask = async (request: Omit<Request, 'caller'>): Promise<Answer> => {
    const { method, path, headers, body, name, kind } = request;
    const sending = method === 'GET' ? { method } : { method, headers, body };
    const answer = await shop.send(path, sending);
    for (const code of Object.keys(countCodes([answer]))) {
      answers.set(code, (answers.get(code) ?? 0) + 1);
    }
    const violation = violationOf(request, answer);
    if (violation !== null && violations.length < MAX_VIOLATIONS) {
      violations.push(`${violation}: ${method} ${path} ${body.slice(0, 2_000)}`);
    }
    if (answer.code === 200) served.add(name);
    else refused.set(name, (refused.get(name) ?? new Set()).add(kind));
    return answer;
  };
  const client = async (until: number): Promise<void> => {
    while (made < until && options.signal?.aborted !== true) {
      const request = plans.next().value(callers, learned);
      made += 1;
      const answer = await ask(request);
      if (answer.code === 200) await learn(shop, request, answer.result, learned);
    }
  };
  if (options.honestFirst === true) await makeEveryCall(shop, ask);
  for (let part = 1; part <= RESTS; part += 1) {
    const until = Math.round((options.requests * part) / RESTS);
    await times(options.clients, () => client(until));
    await options.rest?.(made);
    if (options.signal?.aborted === true) break;
  }
  return { made, answers, served, refused, violations };
}

async function signIn(shop: Target, game: (typeof GAMES)[number]): Promise<Caller> {
  const shopper = await createShopper(shop.environment, game);
  const { client, userToken, prId: pr_id, serverId: server_id, cid } = shopper;
  const shelf = await want(client.call('productLists', { pr_id, server_id, cid }));
  const cards = await want(client.call('productLists', { pr_id, server_id, cid, event: 'card' }));
  const paid = await shopper.open();
  await shopper.payByCard(paid, CARDS.success);
  for (const { product_id } of cards.goods.slice(0, 1)) {
    const products = [{ product_id, count: 1 }];
    await shopper.payByCard(await shopper.open({ products, source: 'card' }), CARDS.success);
  }
  return {
    ...game,
    userToken,
    pr_id,
    server_id,
    cid,
    goods: [...shelf.goods, ...cards.goods].map((each) => each.product_id),
    activities: (await want(client.call('activityList', {}))).map(({ id }) => id),
    paid,
  };
}

/** Keeps answered values for later requests, pays some orders, and signs in again after a logout. */
async function learn(shop: Target, request: Request, result: unknown, learned: Learned) {
  const { name, caller } = request;
  // A look-up with a session's token ends that session, too.
  if (name === 'logout' || name === 'role') return signInAgain(shop, caller);
  // Verified edge: as below.
  if (name === 'orderPhone') keep(learned.phoneLinks, (result as { link: string }).link);
  if (name !== 'orderCreate' && name !== 'mallPay' && name !== 'phonePay') return;
  // Verified edge: `violationOf` compares it with its shape.
  const { order_id, token, pay } = result as { order_id: string; token: string; pay: Pay | null };
  if (name === 'orderCreate' && new URLSearchParams(request.body).has('order_key')) {
    learned.payable.set(caller.cid, token);
  }
  keep(learned.orderIds, order_id);
  keep(learned.tokens, token);
  if (pay?.kind === 'paypal') {
    await approveWallet(shop.environment, pay.order_id).catch(() => undefined);
    keep(learned.walletForms, { order_id: pay.order_id, invoice_id: pay.invoice_id });
  } else if (pay?.kind === 'payermax_card') {
    const paymentToken = await tokeniseAt(shop.environment, pay, CARDS.success).catch(() => 'none');
    keep(learned.cardForms, { sessionKey: pay.session_key, paymentToken });
  }
}

type Pay = NonNullable<CallResult<'orderCreate'>['pay']>;

async function signInAgain(shop: Target, caller: Caller): Promise<void> {
  const { pr_id, server_id, cid, gameId, websiteCode } = caller;
  const as = { gameId, websiteCode };
  const { result } = await call(shop, 'role', { pr_id, server_id, cid }, as);
  if (typeof result === 'object' && result !== null && 'user_token' in result) {
    // The callers belong to this run.
    Object.assign(caller, { userToken: String(result.user_token) });
  }
}

const MEANINGS: Readonly<Record<string, string>> = CODE_MEANINGS;
/** 413: a body over 64 KiB (contract §2). */
const STATUSES = new Set([200, 413]);

/** The contract's first rule that an answer breaks, or null. */
function violationOf({ name }: Pick<Request, 'name'>, answer: Answer): string | null {
  const { status, headers, text, code, result } = answer;
  if (!STATUSES.has(status)) return `HTTP ${status}`;
  if (headers['x-request-id'] === undefined) return 'no x-request-id';
  if (!/^\{"code":\d+,"msg":"[^"]*","result":.*,"_":\d{13,}\}$/s.test(text)) {
    return `not the envelope: ${text.slice(0, 200)}`;
  }
  if (code === null || MEANINGS[code] === undefined) return `unknown code ${code}`;
  if (code === 500) return 'internal error: 500';
  if (!text.startsWith(`{"code":${code},"msg":${JSON.stringify(MEANINGS[code])},`)) {
    return `another message for ${code}`;
  }
  if (code !== 200) return null;
  const parsed = v.safeParse(CALLS[name].result, result);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    return `not the shape of ${name}: ${v.getDotPath(issue) ?? ''} ${issue.message}`;
  }
  // A shape drops unknown fields: an answer with more than the contract differs from its output.
  return isDeepStrictEqual(parsed.output, result) ? null : `${name} answers more than the contract`;
}
