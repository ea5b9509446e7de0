import { MAX_IMPORT_BYTES } from '@webpay/contract/console/catalogue-calls';
import {
  CONSOLE_CALLS,
  type ConsoleInput,
  type ConsoleResult,
} from '@webpay/contract/console/calls';
import {
  CONSOLE_API,
  MAX_AGE_HEADER,
  type AnsweredName,
  OPERATIONS,
  type Operation,
  type OperationName,
} from '@webpay/contract/console/operations';
import { takesToken } from '@webpay/contract/console/tokens';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Ctx } from '../../context.ts';
import { missingPermission, type Client, type Operator } from '../../domain/operators/operator.ts';
import { readToken } from '../../domain/operators/api-tokens.ts';
import { readSession } from '../../domain/operators/sessions.ts';
import { readFromReplica } from '../../platform/db/replica.ts';
import { addressOf, limitedAddress } from '../address.ts';
import type { ConsoleCall, Handlers } from './call.ts';
import type { ChangeStreams } from './change-stream.ts';
import type { ConsoleLimits } from './limits.ts';
import { foreignRequest } from './own-request.ts';
import { ProblemError, type Refused } from './problem.ts';
import { inputReader } from './read-input.ts';
import type { RecentLooks } from './recent-looks.ts';
import { recordLook, recordMiss, recordRefusal, type Caller } from './record.ts';
import type { ConsoleCookie } from './session-cookie.ts';

export type ConsoleRoutes = {
  readonly app: FastifyInstance;
  readonly ctx: Ctx;
  readonly limits: ConsoleLimits;
  readonly cookie: ConsoleCookie;
  readonly visitCookie: ConsoleCookie;
  readonly recent: RecentLooks;
  readonly handlers: Handlers;
  readonly streams: ChangeStreams;
};

/** Lists that only show: every step reads its rows again, from the database that it changes. */
const MAY_LAG: ReadonlySet<AnsweredName> = new Set([
  'orders',
  'search',
  'requests',
  'unresolved',
  'deliveries',
  'refunds',
  'disputes',
  'settlementEntries',
]);

const NO_TOKEN: Refused = {
  status: 401,
  code: 'no_token',
  detail: 'The token is unknown, or it has ended.',
};
const FOR_PEOPLE: Refused = {
  status: 403,
  code: 'not_for_tokens',
  detail: 'A token reads lists and files. This needs the session of a person.',
};
/** All files of an import as JSON, whose line ends and quotes have two bytes. */
const IMPORT_BODY_LIMIT = 2 * MAX_IMPORT_BYTES.all;
const UNSIGNED: Refused = { status: 401, code: 'signed_out', detail: 'Sign in.' };

/** Makes one route of each operation of the table; there are no others below CONSOLE_API. */
export function registerOperations(routes: ConsoleRoutes): void {
  // Verified edge: the table's own type names its keys.
  for (const name of Object.keys(OPERATIONS) as OperationName[]) {
    if (name === 'changes') registerStream(routes, inputReader(name));
    else register(routes, name, inputReader(name));
  }
}

/** The address of an operation, and the checks that need no session. */
function placeOf({ ctx, limits }: ConsoleRoutes, name: OperationName) {
  const { method, path, needs }: Operation = OPERATIONS[name];
  return {
    method,
    url: `${CONSOLE_API}${path}`,
    ...(name === 'importCatalogue' ? { bodyLimit: IMPORT_BODY_LIMIT } : {}),
    onRequest: async (request: FastifyRequest) => {
      const network = limitedAddress(addressOf(request));
      refuse(limits.ofNetwork(network));
      if (method !== 'GET') refuse(foreignRequest(request.headers, ctx.config.consoleUrl));
      // Reading the ways to sign in guesses nothing.
      if (needs === 'nothing' && method !== 'GET') refuse(limits.ofSignIn(network));
    },
  };
}

/** The stream tells numbers and counts alone, so no look is recorded. */
function registerStream(
  routes: ConsoleRoutes,
  readInput: (request: FastifyRequest) => ConsoleInput<'changes'>,
): void {
  const { app, ctx, streams } = routes;
  app.route({
    ...placeOf(routes, 'changes'),
    handler: async (request, reply) => {
      const from = clientOf(request);
      const operator = await signedIn(routes, 'changes', request, reply, from);
      await checkPermission(ctx, 'changes', { operator, from, recent: routes.recent }, request);
      streams.open(request, reply, operator, readInput(request));
    },
  });
  app.addHook('preClose', (done) => {
    streams.close();
    done();
  });
}

function register<N extends AnsweredName>(
  routes: ConsoleRoutes,
  name: N,
  readInput: (request: FastifyRequest) => ConsoleInput<N>,
): void {
  const { app, ctx, cookie, visitCookie, recent, handlers } = routes;
  const { needs }: Operation = OPERATIONS[name];
  app.route({
    ...placeOf(routes, name),
    onResponse: async ({ id }, { statusCode: status, elapsedTime }) => {
      ctx.log.info({ reqId: id, call: name, status, ms: Math.round(elapsedTime) }, 'console call');
    },
    handler: async (request, reply) => {
      const from = clientOf(request);
      const operator =
        needs === 'nothing' ? null : await signedIn(routes, name, request, reply, from);
      if (operator !== null) await checkPermission(ctx, name, { operator, from, recent }, request);
      const input = readInput(request);
      const call: ConsoleCall<N> = {
        input,
        from,
        // Verified edge: signedIn has refused a missing session where the table needs one.
        operator: operator as ConsoleCall<N>['operator'],
        keepSession: (token) => cookie.keep(reply, token),
        endCookie: () => cookie.end(reply),
        visit: {
          token: visitCookie.read(request),
          keep: (token) => visitCookie.keep(reply, token),
          end: () => visitCookie.end(reply),
        },
      };
      const asked = (from: Ctx) => handlers[name](from, call);
      const result = await answerOf(ctx, name, request, asked).catch(async (error: unknown) => {
        const isMissing = error instanceof ProblemError && error.problem.status === 404;
        if (isMissing && operator !== null) {
          await recordMiss(ctx, name, { operator, from, recent }, input);
        }
        throw error;
      });
      // Before the answer: without its entry there is no look.
      if (operator !== null) await recordLook(ctx, name, { operator, from, recent }, input, result);
      // Only what the operation describes leaves: the shape drops other fields.
      const described = v.parse(CONSOLE_CALLS[name].result, result);
      return reply
        .header('cache-control', 'no-store')
        .header('content-type', 'application/json; charset=utf-8')
        .send(JSON.stringify(described));
    },
  });
}

/** A list says how old its rows may be when a replica has answered. */
async function answerOf<N extends AnsweredName>(
  ctx: Ctx,
  name: N,
  { headers }: FastifyRequest,
  asked: (ctx: Ctx) => Promise<ConsoleResult<N>>,
): Promise<ConsoleResult<N>> {
  if (!MAY_LAG.has(name)) return asked(ctx);
  const { value, ageMs } = await readFromReplica(ctx, mostAgeOf(headers[MAX_AGE_HEADER]), asked);
  return ageMs === null ? value : { ...value, age_ms: ageMs };
}

/** Infinity: as old as the setting allows. A page that knows of a change takes nothing older. */
function mostAgeOf(header: string | readonly string[] | undefined): number {
  if (header === undefined) return Infinity;
  const text = String(header);
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

/**
 * The operator of the session cookie, or the script of a token. @throws ProblemError 401; 403 where a token is not taken;
 * 429 over the caller's limit
 */
async function signedIn(
  routes: ConsoleRoutes,
  name: OperationName,
  request: FastifyRequest,
  reply: FastifyReply,
  from: Client,
): Promise<Operator> {
  const { ctx, limits, cookie } = routes;
  const { authorization } = request.headers;
  if (authorization !== undefined) return scriptOf(routes, name, authorization, from);
  const token = cookie.read(request);
  const operator = token === '' ? null : await readSession(ctx, token, from);
  if (operator === null) {
    if (token !== '') cookie.end(reply);
    throw new ProblemError(UNSIGNED);
  }
  refuse(limits.ofOperator(operator.id));
  return operator;
}

/** A request with this header is a script's, whatever its cookie says. */
async function scriptOf(
  { ctx, limits, recent }: ConsoleRoutes,
  name: OperationName,
  authorization: string,
  from: Client,
): Promise<Operator> {
  const [, token = ''] = /^Bearer (\S{1,100})$/i.exec(authorization) ?? [];
  const script = await readToken(ctx, token);
  if (script === null) throw new ProblemError(NO_TOKEN);
  refuse(limits.ofOperator(script.id));
  if (!takesToken(name)) {
    await recordRefusal(ctx, name, { operator: script, from, recent }, '');
    throw new ProblemError(FOR_PEOPLE);
  }
  return script;
}

/** @throws ProblemError 403, after its entry in the audit log */
async function checkPermission(
  ctx: Ctx,
  name: OperationName,
  caller: Caller,
  request: FastifyRequest,
): Promise<void> {
  const { operator } = caller;
  const { needs }: Operation = OPERATIONS[name];
  const refused = refusalOf(operator, needs);
  if (refused === null) return;
  // Verified edge: Fastify's parameters are texts by name.
  const { id = '' } = request.params as { readonly id?: string };
  await recordRefusal(ctx, name, caller, id);
  throw new ProblemError(refused);
}

function refusalOf(operator: Operator, needs: Operation['needs']): Refused | null {
  if (needs === 'session' || needs === 'nothing') return null;
  return missingPermission(operator, needs)?.refused ?? null;
}

function refuse(refused: Refused | null): void {
  if (refused !== null) throw new ProblemError(refused);
}

function clientOf(request: FastifyRequest): Client {
  const agent = (request.headers['user-agent'] ?? '').slice(0, 512);
  return { address: addressOf(request), agent, requestId: request.id };
}
