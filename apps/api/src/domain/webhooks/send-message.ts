import type { Ctx } from '../../context.ts';
import { postPublic, type PublicAnswer } from '../../platform/http-client/public-call.ts';
import { raiseAlert, reportFailure } from '../../platform/monitoring/alert.ts';
import { unseal } from '../../platform/seal.ts';
import { readSealKey } from '../../platform/seal-key.ts';
import {
  noteFailed,
  noteTaken,
  recordTry,
  switchGone,
  takeMessage,
  type MessageToSend,
} from './queries.ts';
import { askedWaitMs, CALL_MS, GIVE_UP_AFTER_MS, nextTryMs, signedHeaders } from './rules.ts';

/**
 * Sends one message to its endpoint: leases it, calls outside any transaction, records the answer. A second sending
 * carries the same id, so its receiver acts once. After three days without a success it is given up with an alert.
 */
export async function sendMessage(ctx: Ctx, id: number): Promise<void> {
  const message = await ctx.db.maybe(takeMessage, { id, realNow: ctx.clock.real() });
  if (message === null) return;
  const answer = await post(ctx, message).catch((error: unknown): PublicAnswer => {
    const why = 'the shop could not sign or send it';
    reportFailure(ctx, error, { job: 'webhook', endpoint: message.endpoint_id }, why);
    return { kind: 'silent', why };
  });
  await record(ctx, message, answer);
}

/** @throws Error when a secret or its key cannot be read: a try like any other, so that it waits and ends */
async function post(ctx: Ctx, message: MessageToSend): Promise<PublicAnswer> {
  const body = bodyOf(message);
  const secrets = await secretsOf(ctx, message);
  return postPublic({
    url: message.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'WebPay-Webhooks/1',
      ...signedHeaders(message.event_id, ctx.clock.real().getTime(), body, secrets),
    },
    body,
    timeoutMs: CALL_MS * ctx.config.waitScale.deadlines,
    isAnywhere: ctx.config.mode === 'sandbox',
  });
}

/** Small, and the same at each try. The receiver reads more with a token. */
function bodyOf({ event_id, type, project, order_id, order_no, at, facts, ...row }: MessageToSend) {
  const order = order_id !== null && {
    project,
    order_id,
    order_no,
    server_id: row.server_id,
    character_id: row.cid,
  };
  const data = { ...order, ...facts };
  return JSON.stringify({ id: event_id, type, timestamp: at.toISOString(), data });
}

async function secretsOf(ctx: Ctx, message: MessageToSend): Promise<readonly string[]> {
  const { endpoint_id: endpointId, secret, old_secret: old } = message;
  const key = await readSealKey(ctx, 'webhook_secret_key');
  const sealed = old === null ? [secret] : [secret, old];
  return sealed.map((each) => unseal(key, endpointId, each));
}

async function record(ctx: Ctx, message: MessageToSend, answer: PublicAnswer): Promise<void> {
  const { id, tries, endpoint_id: endpointId } = message;
  const realNow = ctx.clock.real();
  const nowMs = realNow.getTime();
  const status = answer.kind === 'answered' ? answer.status : null;
  const isTaken = status !== null && status >= 200 && status < 300;
  const isBusy = status === 429 || status === 503;
  const askedMs =
    isBusy && answer.kind === 'answered' ? askedWaitMs(answer.retryAfter, nowMs) : null;
  const waitMs = Math.max(nextTryMs(tries, ctx.config.waitScale.pauses), askedMs ?? 0);
  const isOver = !isTaken && nowMs - message.waits_since.getTime() >= GIVE_UP_AFTER_MS;
  const why = isTaken ? null : whyOf(answer);
  const recorded = await ctx.db.maybe(recordTry, {
    id,
    tries,
    state: isTaken ? 'taken' : isOver ? 'given_up' : 'waiting',
    nextAt: new Date(nowMs + waitMs),
    status,
    why,
    realNow,
  });
  if (isTaken) await ctx.db.run(noteTaken, { id: endpointId, realNow });
  else {
    const notBefore = askedMs === null ? null : new Date(nowMs + askedMs);
    await ctx.db.run(noteFailed, { id: endpointId, notBefore, realNow });
  }
  const about = { endpoint: message.name, message: id, event: message.event_id };
  if (status === 410) {
    const gone = await ctx.db.maybe(switchGone, { id: endpointId, realNow });
    if (gone !== null) raiseAlert(ctx, 'webhook_gone', about);
  }
  if (isOver && recorded !== null) raiseAlert(ctx, 'webhook_given_up', { ...about, why });
}

function whyOf(answer: PublicAnswer): string {
  if (answer.kind === 'silent') return answer.why;
  const isRedirect = answer.status >= 300 && answer.status < 400;
  return `HTTP ${answer.status}${isRedirect ? ': redirects are not followed' : ''}`;
}
