import { CALLS, type CallInput, type CallResult } from '@webpay/contract/calls';
import { CODES, CODE_MEANINGS, type Code } from '@webpay/contract/codes';
import { CALL_PATHS, type CallName } from '@webpay/contract/paths';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Ctx } from '../../context.ts';
import { isPassing } from '../../platform/db/failure.ts';
import type { Whereabouts } from '../../domain/events/country.ts';
import { requirePassword } from '../../domain/access/check-password.ts';
import type { Device } from '../../domain/access/device.ts';
import type { Project } from '../../domain/projects/catalogue-cache.ts';
import { type ServedCountry, servedCountry } from '../../domain/projects/served-country.ts';
import { findSession, hashToken } from '../../domain/players/session.ts';
import type { Session } from '../../domain/players/queries.ts';
import { reportFailure } from '../../platform/monitoring/alert.ts';
import { Refusal } from '../../errors.ts';
import { addressOf, blockOf, limitedAddress } from '../address.ts';
import { countryIn } from '../country-code.ts';
import { readForm, type Form } from '../form.ts';
import { regionsOf, wantedLanguages } from '../wanted-languages.ts';
import type { CallLimits } from './call-limits.ts';
import { checkCall, type CheckedCall, type FindSession } from './check-call.ts';
import { deviceOf } from './device-cookie.ts';

/** Calls of a session whose character must set its password first. */
const OPEN_WITHOUT_PASSWORD: ReadonlySet<CallName> = new Set(['logout', 'passwordSet']);

type SessionOf<N extends CallName, S> = (typeof CALL_PATHS)[N]['session'] extends 'required'
  ? S
  : S | null;

/** A store call that passed every check. */
export type StoreCall<N extends CallName, S = Session> = Omit<CheckedCall, 'session'> & {
  readonly input: CallInput<N>;
  readonly session: SessionOf<N, S>;
  /** A real IPv4 or IPv6 address: gateways refuse anything else. */
  readonly address: string;
  /** The address as limits count it. */
  readonly network: string;
  /** The block of addresses around it, as look-ups count it. */
  readonly block: string;
  readonly device: Device;
  /** The device as codes of the in-game mail have confirmed it. */
  readonly confirmed: Device;
  readonly userAgent: string;
  /** The country whose prices are shown to a player who chose this one, or none. */
  readonly served: (chosen: string | null) => ServedCountry;
  /** The country that a trusted proxy names; null: unknown. */
  readonly networkCountry: string | null;
};

/** The operations of some calls; each gets a call that passed every check. */
type Handlers<S> = {
  readonly [N in Exclude<CallName, 'heartbeat'>]?: (
    ctx: Ctx,
    call: StoreCall<N, S>,
  ) => CallResult<N> | Promise<CallResult<N>>;
};

export type StoreRoutes = {
  readonly app: FastifyInstance;
  readonly ctx: Ctx;
  readonly limits: CallLimits;
  /** Whether an address is a trusted proxy. */
  readonly isProxy: (address: string) => boolean;
  /** Absent: the shop itself. */
  readonly preview?: PreviewRules;
};

/** A preview answers the calls that only read, to one made-up player without purchases. */
export type PreviewRules = {
  readonly calls: ReadonlySet<CallName>;
  readonly find: FindSession<Session>;
  readonly role: (call: StoreCall<'role'>) => CallResult<'role'>;
};

/** Serves POSTs of the contract: checks each, runs its operation, sends its envelope. */
export function serve(routes: StoreRoutes, handlers: Handlers<Session>): void {
  serveWith(routes, findSession, handlers);
}

/** Serves calls that have a session look-up of their own. */
export function serveWith<S extends Session>(
  routes: StoreRoutes,
  find: FindSession<S>,
  handlers: Handlers<S>,
): void {
  // Verified edge: the handlers' type allows these names only.
  for (const name of Object.keys(handlers) as (keyof Handlers<S>)[]) {
    route(routes, name, handlers[name], find);
  }
}

function route<N extends keyof Handlers<S>, S extends Session>(
  { app, ctx, limits, isProxy, preview }: StoreRoutes,
  name: N,
  handler: Handlers<S>[N],
  find: FindSession<S>,
): void {
  if (handler === undefined) return;
  // Verified edge: the made-up session has the columns of every look-up (http/preview/visit.ts).
  const findIt = preview === undefined ? find : (preview.find as FindSession<S>);
  const readInput = inputReader(name);
  // The log line of a call has no secrets, so it skips the redactor.
  const log = ctx.log.child({}, { formatters: { log: (line) => line } });
  app.post(CALL_PATHS[name].path, async (request, reply) => {
    const done = ctx.metrics.callSeconds.startTimer({ call: name });
    const address = addressOf(request);
    const network = limitedAddress(address);
    const proxy = countryHintOf(request, isProxy);
    const code = await answer(ctx, reply, request, () =>
      limits.during(network, async () => {
        if (preview?.calls.has(name) === false) throw new Refusal('PREVIEW_ONLY');
        const form = readForm(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
        const checked = await checkCall(ctx, name, form, findIt, { address, country: proxy });
        if (checked.session !== null) limits.ofSession(sessionKey(checked.userToken ?? ''));
        const input = readInput(form);
        await checkSession(ctx, name, form, checked);
        return handler(ctx, {
          ...checked,
          // Verified edge: checkCall refused a missing session where the call requires one.
          session: checked.session as SessionOf<N, S>,
          input,
          address,
          network,
          block: blockOf(address),
          device: deviceOf(ctx, request, reply),
          confirmed: deviceOf(ctx, request, reply, 'confirmed'),
          userAgent: (request.headers['user-agent'] ?? '').slice(0, 512) || 'unknown',
          networkCountry: proxy,
          served: (chosen) =>
            servedCountry(checked.project, { chosen, proxy, regions: regionsIn(request) }),
        });
      }),
    );
    const seconds = done();
    ctx.metrics.calls.inc({ call: name, code: String(code) });
    ctx.trace?.note({ 'webpay.call': name, 'webpay.code': code });
    log.info({ reqId: request.id, call: name, code, ms: Math.round(seconds * 1000) }, 'call');
    return reply;
  });
}

/** A token as limits remember it: 100,000 whole tokens would fill the memory. */
function sessionKey(userToken: string): string {
  return hashToken(userToken).toString('base64url');
}

/** Runs `work` and sends its result or refusal. @returns the sent code */
export async function answer(
  ctx: Ctx,
  reply: FastifyReply,
  request: FastifyRequest,
  work: () => unknown,
): Promise<Code> {
  try {
    const result = await work();
    send(ctx, reply, CODES.OK, result);
    return CODES.OK;
  } catch (error) {
    if (error instanceof Refusal) {
      send(ctx, reply, error.code, error.detail);
      return error.code;
    }
    reportFailure(ctx, error, { reqId: request.id }, 'a call failed');
    const code = isPassing(error) ? CODES.TRY_AGAIN : CODES.SYSTEM_ERROR;
    send(ctx, reply, code, null);
    return code;
  }
}

export function send(ctx: Ctx, reply: FastifyReply, code: Code, result: unknown): void {
  void reply
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(envelope(code, result ?? null, ctx.clock.nowMs()));
}

function envelope(code: Code, result: unknown, nowMs: number): string | Buffer {
  const before = `{"code":${code},"msg":${JSON.stringify(CODE_MEANINGS[code])},"result":`;
  const after = `,"_":${nowMs}}`;
  const isShared = typeof result === 'object' && result !== null && Object.isFrozen(result);
  // A string is sent in one piece with its headers; a shared result's bytes are only copied.
  if (!isShared) return before + JSON.stringify(result) + after;
  return Buffer.concat([Buffer.from(before), bytesOf(result), Buffer.from(after)]);
}

/** The bytes of frozen results, which many calls share. */
const resultBytes = new WeakMap<object, Buffer>();

function bytesOf(result: object): Buffer {
  const bytes = resultBytes.get(result) ?? Buffer.from(JSON.stringify(result));
  resultBytes.set(result, bytes);
  return bytes;
}

/** Creates the parser of a call's input. */
function inputReader<N extends CallName>(name: N): (form: Form) => CallInput<N> {
  const schema = CALLS[name].request;
  const keys = Object.keys(schema.entries);
  const required = Object.entries(schema.entries)
    .filter(([, entry]) => !v.isOfType('optional', entry))
    .map(([key]) => key);
  return ({ fields }) => {
    if (required.some((key) => isAbsent(fields.get(key)))) throw new Refusal('MISSING_PARAMETERS');
    const given: Record<string, string> = {};
    for (const key of keys) {
      const value = fields.get(key);
      if (value !== undefined && value !== '') given[key] = value;
    }
    const parsed = v.safeParse(schema, given);
    if (!parsed.success) throw new Refusal('PARAMETER_ERROR');
    return parsed.output;
  };
}

function isAbsent(value: string | undefined): boolean {
  return value === undefined || value === '';
}

/** Checks the call against its session's character and password. */
async function checkSession(
  ctx: Ctx,
  name: CallName,
  form: Form,
  { project, session }: CheckedCall,
): Promise<void> {
  if (session === null) return;
  // `role` may look up any character, except in a session bound by a link.
  if (name === 'role' && session.by_link) checkCharacter(Object.fromEntries(form.fields), session);
  if (CALL_PATHS[name].session !== 'required') return;
  checkCharacter(Object.fromEntries(form.fields), session);
  if (!OPEN_WITHOUT_PASSWORD.has(name)) await requirePassword(ctx, project, session);
}

/** Refuses a character other than the session's (contract §2); 10003 if a link bound the session (§5). */
export function checkCharacter(
  fields: Readonly<Record<string, unknown>>,
  session: Pick<Session, 'pr_id' | 'server_id' | 'cid' | 'by_link'>,
): void {
  for (const key of ['pr_id', 'server_id', 'cid'] as const) {
    const value = fields[key];
    if (typeof value !== 'string' || value === '') continue;
    if (value.toUpperCase() === session[key].toUpperCase()) continue;
    throw new Refusal(session.by_link ? 'ALREADY_LINKED' : 'PARAMETER_ERROR');
  }
}

/** The country header, which only a trusted proxy may set. */
function countryHintOf(
  request: FastifyRequest,
  isProxy: (address: string) => boolean,
): string | null {
  return isProxy(request.socket.remoteAddress ?? '')
    ? countryIn(request.headers['x-country'])
    : null;
}

const regionsIn = ({ headers }: FastifyRequest) =>
  regionsOf(wantedLanguages(headers['accept-language'] ?? ''));

/** Countries by which events are open or shut. */
export const whereaboutsIn = (call: {
  readonly served: StoreCall<CallName>['served'];
  readonly networkCountry: string | null;
  readonly project: Project;
  readonly input: { readonly country?: string | undefined };
}): Whereabouts => {
  const { country } = call.input;
  return {
    network: call.networkCountry,
    // No other country can be chosen in the shop.
    chosen: country !== undefined && call.project.currencyOf.has(country) ? country : null,
    guess: call.served(null).country,
  };
};

/** The country of the call's input, else the one that `configs` guesses. */
export function countryOf(call: {
  readonly served: StoreCall<CallName>['served'];
  readonly input: { readonly country?: string | undefined };
}): string {
  return call.input.country ?? call.served(null).country;
}
