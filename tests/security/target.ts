import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import type { CallResult } from '@webpay/contract/calls';
import type { Code } from '@webpay/contract/codes';
import { CALL_PATHS, type CallName } from '@webpay/contract/paths';
import { signingText } from '@webpay/contract/sign';
import * as v from 'valibot';
import { expect } from 'vitest';
import { buildContext } from '../../apps/api/src/build-context.ts';
import { DEFAULT_SIGN_SECRET } from '../../apps/api/src/config/config.ts';
import type { Ctx } from '../../apps/api/src/context.ts';
import { CARDS, createShopper, MINIFLIX, times, type Shopper } from '../support/shopper.ts';
import type { TestEnvironment } from '../support/environment.ts';

export type Fields = Readonly<Record<string, string>>;
export type Pairs = readonly (readonly [string, string])[];

export type Answer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Null unless the body is the contract's envelope. */
  readonly code: number | null;
  readonly result: unknown;
};

type Sending = {
  readonly method?: string;
  readonly headers?: Fields;
  readonly body?: string | Buffer;
};

/** A whole running shop under attack, a client that sends any bytes, and the shop's database. */
export type Target = {
  readonly environment: TestEnvironment;
  readonly ctx: Ctx;
  /** Concurrent calls of one race. */
  readonly parallel: number;
  /** Attempts named in false messages that a gateway's own key signed: the messages end in quarantine. */
  readonly falselyReported: Set<string>;
  /** Process of the server at the start; another one at the end means a crash. */
  readonly serverPid: number;
  /** Requests by HTTP status. */
  readonly statuses: ReadonlyMap<number, number>;
  send(path: string, sending?: Sending): Promise<Answer>;
  close(): Promise<void>;
};

/** One attack: rejects when it succeeds against the shop. */
export type Attack = (shop: Target) => Promise<void>;
/** Attacks by title; a title names the attempt and the required outcome. */
export type Attacks = Readonly<Record<string, Attack>>;

/** Caller of a store call, anonymous without a token. A shopper is a caller. */
export type As = {
  readonly userToken?: string;
  readonly gameId?: string;
  readonly websiteCode?: string;
};

const ANSWER_WITHIN_MS = 60_000;
/** A keep-alive connection may be closed while a crowd writes to it. */
const SENDS_PER_RESET = 4;
const ENVELOPE = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ code: v.number(), result: v.optional(v.unknown(), null) }),
);
export const FORM = { 'content-type': 'application/x-www-form-urlencoded' } as const;

export async function openTarget(environment: TestEnvironment, parallel: number): Promise<Target> {
  const config = { ...environment.config, databaseUrl: environment.databaseUrl };
  const built = await buildContext(config, { name: 'attack', connections: 6, logTo: 'stderr' });
  const agent = new Agent({ keepAlive: true });
  const { hostname, port } = new URL(environment.url);
  const statuses = new Map<number, number>();
  const sendOnce = (path: string, { method = 'GET', headers, body }: Sending): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const options = { agent, hostname, port, path, method, headers: { ...length, ...headers } };
      const sent = request(options, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const status = response.statusCode ?? 0;
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          const text = Buffer.concat(parts).toString('utf8');
          const { success, output } = v.safeParse(ENVELOPE, text);
          const envelope = success ? output : { code: null, result: null };
          resolve({ status, headers: response.headers, text, ...envelope });
        });
      });
      sent.setTimeout(ANSWER_WITHIN_MS, () => sent.destroy(new Error(`${path}: no answer`)));
      sent.on('error', reject);
      sent.end(body);
    });
  return {
    environment,
    ctx: built.ctx,
    parallel,
    falselyReported: new Set(),
    serverPid: environment.processes.server.pid(),
    statuses,
    send: async (path, sending = {}) => {
      for (let n = 1; ; n += 1) {
        try {
          return await sendOnce(path, sending);
        } catch (error) {
          const isReset = error instanceof Error && 'code' in error && error.code === 'ECONNRESET';
          if (n === SENDS_PER_RESET || !isReset) throw error;
        }
      }
    },
    close: async () => {
      agent.destroy();
      await built.close();
    },
  };
}

/** A form body with a correct signature over its content: every page contains the secret. */
export function signedBody(pairs: Pairs): string {
  const sign = createHash('md5').update(signingText(pairs, DEFAULT_SIGN_SECRET)).digest('hex');
  // `encodeURIComponent` throws on half a surrogate pair.
  const encode = (text: string): string => encodeURIComponent(text.toWellFormed());
  return [...pairs, ['sign', sign] as const]
    .map(([key, value]) => `${encode(key)}=${encode(value)}`)
    .join('&');
}

/** The pairs of a correct call; `fields` override the common ones. */
export function pairsOf(name: CallName, fields: Fields = {}, as: As = {}): Pairs {
  return Object.entries({
    game_id: as.gameId ?? MINIFLIX.gameId,
    lang: 'en',
    ver: 'attack',
    timestamp: String(Date.now()),
    ...(CALL_PATHS[name].website ? { website_code: as.websiteCode ?? MINIFLIX.websiteCode } : {}),
    ...(as.userToken === undefined ? {} : { user_token: as.userToken }),
    ...fields,
  });
}

export function call(shop: Target, name: CallName, fields: Fields = {}, as?: As): Promise<Answer> {
  return post(shop, CALL_PATHS[name].path, pairsOf(name, fields, as));
}

/** Posts signed pairs, of which any may be repeated or unknown. */
export function post(shop: Target, path: string, pairs: Pairs, headers?: Fields): Promise<Answer> {
  return postBody(shop, path, signedBody(pairs), headers);
}

export function postBody(shop: Target, path: string, body: string | Buffer, headers: Fields = {}) {
  return shop.send(path, { method: 'POST', headers: { ...FORM, ...headers }, body });
}

export const newcomer = ({ environment }: Target): Promise<Shopper> => createShopper(environment);

type Opened = Pick<CallResult<'orderCreate'>, 'pay'>;

export async function cardForm(shopper: Shopper, { pay }: Opened, card: string = CARDS.success) {
  assert(pay?.kind === 'payermax_card', 'no card order');
  return { sessionKey: pay.session_key, paymentToken: await shopper.tokenise(pay, card) };
}

export function walletForm({ pay }: Opened): { order_id: string; invoice_id: string } {
  assert(pay?.kind === 'paypal', 'no wallet order');
  return { order_id: pay.order_id, invoice_id: pay.invoice_id };
}

/** Pays an order by card and waits for its delivery. */
export async function buy(shopper: Shopper) {
  const opened = await shopper.open();
  await shopper.payByCard(opened, CARDS.success);
  await shopper.until(opened.token, ({ delivery }) => delivery.state === 'delivered');
  return opened;
}

/** The first row of a query; throws when there is none. */
export async function row({ ctx }: Target, text: string, values: readonly unknown[] = []) {
  const { rows } = await ctx.db.pool.query<Record<string, unknown>>(text, [...values]);
  const [first] = rows;
  if (first === undefined) throw new Error(`no row: ${text}`);
  return first;
}

export async function count(shop: Target, from: string, values?: readonly unknown[]) {
  return Number((await row(shop, `select count(*)::int4 as n from ${from}`, values))['n']);
}

/** Rows `t` of the character $1. */
export const ofCharacter = (table: string): string =>
  `${table} t join players p on p.id = t.player_id where p.cid = $1`;

export const countOf = (shop: Target, table: string, { cid }: { readonly cid: string }) =>
  count(shop, ofCharacter(table), [cid]);

export function expectCode(given: Answer | readonly Answer[], ...codes: readonly Code[]): void {
  for (const { status, code, text } of [given].flat()) {
    expect(status, text.slice(0, 200)).toBe(200);
    expect(codes, `${code}: ${text.slice(0, 200)}`).toContain(code);
  }
}

/** Answers by code, or by status where there is no envelope. */
export function countCodes(all: readonly Answer[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { status, code } of all) {
    const key = code === null ? `HTTP ${status}` : String(code);
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

/** Expects one success among concurrent calls; all others are refused with this code. */
export function expectOneServed(all: readonly Answer[], refusal: Code): void {
  expect(countCodes(all)).toStrictEqual({ 200: 1, [refusal]: all.length - 1 });
}

/** The same call, `parallel` times at once. */
export function atOnce(
  shop: Target,
  shopper: Shopper,
  name: CallName,
  fields: Fields | ((n: number) => Fields),
): Promise<Answer[]> {
  return times(shop.parallel, (n) =>
    call(shop, name, typeof fields === 'function' ? fields(n) : fields, shopper),
  );
}
