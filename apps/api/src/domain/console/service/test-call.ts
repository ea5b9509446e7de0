import { merchantOfProject } from '../../../config/merchants.ts';
import { gatewayOf, type Account } from '../../../gateways/accounts.ts';
import type { ConsoleInput, ConsoleResult } from '@webpay/contract/console/calls';
import type { Ctx } from '../../../context.ts';
import { NOT_SENT } from '../../../gateways/port.ts';
import { gatewayInWords, inOneLine } from '../../actions/words.ts';
import { refused, type Operator, type Refused } from '../../operators/operator.ts';
import { countInMinute } from '../../players/limit-calls.ts';
import type { Project } from '../../projects/catalogue-cache.ts';
import { projectName } from '../names.ts';
import { scopeOf } from '../scope.ts';

type Ended = Omit<ConsoleResult<'testCall'>, 'took_ms'>;

/** Test calls of a minute over all processes, at LIMIT_SCALE 1. */
const OF_OPERATOR = 6;
const OF_ALL = 30;

/** A number that no game and no gateway gives, so that nobody's data are asked for. */
const NOBODY = '0';
const NO_ATTEMPT = 'A00000000000000000000_0';
const NO_ORDER = '00000000000000000';

/**
 * Asks a game or a gateway about something that does not exist: an answer proves address, keys and signature.
 * @returns null: the operator does not see the project, or it has no such gateway
 */
export async function testCall(
  ctx: Ctx,
  operator: Operator,
  { project: code, what }: ConsoleInput<'testCall'>,
): Promise<ConsoleResult<'testCall'> | Refused | null> {
  const scope = scopeOf(operator);
  const project = scope === null || scope.includes(code) ? ctx.catalogue.project(code) : null;
  if (project === null) return null;
  if (what !== 'game' && !project.channels.some(({ provider }) => provider === what)) return null;
  const limited = await overLimit(ctx, operator);
  if (limited !== null) return limited;
  const begunAt = performance.now();
  const ended =
    what === 'game'
      ? await callGame(ctx, project)
      : await askGateway(ctx, { provider: what, merchant: merchantOfProject(ctx.config, code) });
  return { ...ended, took_ms: Math.round(performance.now() - begunAt) };
}

async function overLimit(ctx: Ctx, { id }: Operator): Promise<Refused | null> {
  const { limitScale } = ctx.config;
  const own = await countInMinute(ctx, `console_test:${id}`);
  if (own <= OF_OPERATOR * limitScale) {
    const all = await countInMinute(ctx, 'console_tests:all');
    if (all <= OF_ALL * limitScale) return null;
  }
  const detail = 'There were too many test calls in this minute. Wait, then try again.';
  return refused(429, 'too_many_requests', detail);
}

/** A role look-up on the first server: the one call that a game must answer and that changes nothing. */
async function callGame(ctx: Ctx, project: Project): Promise<Ended> {
  const { name } = projectName(ctx, project.code);
  const [server] = project.servers.values();
  if (server === undefined) return { end: 'refused', sentence: `${name} has no server to ask.` };
  const role = { serverId: server.server_id, cid: NOBODY };
  const answer = await ctx.games.findRole(project.gameAddress, role);
  switch (answer.kind) {
    case 'found':
    case 'none':
      return { end: 'answered', sentence: `The game of ${name} answers role look-ups.` };
    case 'other_game':
      return {
        end: 'refused',
        sentence: `The game answers, but names itself ${inOneLine(answer.gameId, 64)}.`,
      };
    case 'maintenance':
      return { end: 'refused', sentence: `The game of ${name} answers that it is in maintenance.` };
    case 'silent':
      return {
        end: 'silent',
        sentence: `The game of ${name} gave no answer to rely on: ${inOneLine(answer.why)}.`,
      };
  }
}

/** A query of a payment that does not exist. */
async function askGateway(ctx: Ctx, account: Account): Promise<Ended> {
  const name = gatewayInWords(account.provider);
  const gateway = gatewayOf(ctx.gateways, account);
  if (gateway.isMissing === true) {
    const sentence = `The merchant of this project has no account at ${name}.`;
    return { end: 'refused', sentence };
  }
  const result = await gateway.query({
    id: NO_ATTEMPT,
    orderId: NO_ATTEMPT,
    country: 'US',
    amount: 100,
    currency: 'USD',
    gatewayRef: NO_ORDER,
    captureTries: 0,
    wasSubmitted: false,
    startedAtMs: 0,
  });
  if (result.kind === 'indeterminate') {
    const why =
      result.why === NOT_SENT ? 'this process holds its calls back now' : inOneLine(result.why);
    return { end: 'silent', sentence: `${name} gave no answer to rely on: ${why}.` };
  }
  if (result.kind === 'refused') {
    return { end: 'refused', sentence: `${name} refuses our calls: ${inOneLine(result.code)}.` };
  }
  return { end: 'answered', sentence: `${name} answers, and takes our signature.` };
}
