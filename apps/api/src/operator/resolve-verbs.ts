import { fromMinor, toMinor } from '@webpay/contract/money';
import { CODES } from '@webpay/contract/codes';
import type { Ctx } from '../context.ts';
import { confirmChargeback } from '../domain/support/confirm-chargeback.ts';
import {
  approveRefund,
  refundOrder,
  rejectRequest,
  type RefundDecision,
} from '../domain/support/decide-request.ts';
import { approveResend } from '../domain/support/resend.ts';
import { refundAgain, type RefundAgainResult } from '../domain/support/refund-again.ts';
import { settleMail, settleReward, requestById } from '../domain/support/queries.ts';
import { currencyToPayBack, settleQuarantined } from '../domain/support/operator-queries.ts';
import { Refusal } from '../errors.ts';
import { StartError } from '../platform/start-error.ts';
import { unreachable } from '../platform/unreachable.ts';
import { readReason } from './reason.ts';
import { changeFlag, logOut } from './resolve-character.ts';
import { listOpen } from './resolve-list.ts';
import { readResolve, USAGE, type ResolveOptions } from './resolve-options.ts';
import { sentenceOf } from './resolve-sentences.ts';
import { showOrder } from './resolve-show.ts';
import { printable } from './resolve-words.ts';

/** One call of `npm run resolve`; answers what to print. @throws StartError with one sentence */
export async function runResolve(ctx: Ctx, given: readonly string[]): Promise<string> {
  return printable(await act(ctx, given));
}

async function act(ctx: Ctx, given: readonly string[]): Promise<string> {
  const { verb, words, options } = readResolve(given);
  switch (verb) {
    case 'list':
      return listOpen(ctx);
    case 'show':
      return showOrder(ctx, needed(words[0], 'REQUEST or ORDER'));
    case 'approve':
      return approve(ctx, needed(words[0], 'REQUEST'), options);
    case 'reject':
      tell(
        await rejectRequest(ctx, needed(words[0], 'REQUEST'), readReason(options.because, USAGE)),
      );
      return 'Rejected. The player reads why.';
    case 'refund':
      return refund(ctx, needed(words[0], 'ORDER'), options);
    case 'refund-again':
      return again(ctx, needed(words[0], 'REFUND'), options);
    case 'settle':
      return settle(ctx, needed(words[0], 'NUMBER or MAIL'), options);
    case 'believe':
      return believe(ctx, needed(words[0], 'NUMBER'), options);
    case 'flag':
    case 'clear-flag':
      return changeFlag(ctx, verb, characterIn(words, options));
    case 'log-out':
      return logOut(ctx, characterIn(words, options));
    default:
      return unreachable('verb', verb);
  }
}

async function approve(ctx: Ctx, requestId: string, options: ResolveOptions): Promise<string> {
  const because = options.because === undefined ? null : readReason(options.because, USAGE);
  if (options.to !== undefined) {
    const [serverId = '', cid = '', ...rest] = options.to.split('/');
    if (serverId === '' || cid === '' || rest.length > 0) {
      throw new StartError('--to names a server and a character, like --to 112/123456.');
    }
    const { recipient } = tell(await resend(ctx, { requestId, serverId, cid, because }));
    return `Approved. The same goods go to ${recipient.name} (${recipient.server_id}/${recipient.cid}) by a second mail.`;
  }
  const request = await ctx.db.maybe(requestById, { requestId });
  if (request === null) throw new StartError(sentenceOf('no_such_request'));
  const decision = await approveRefund(ctx, {
    requestId,
    amount: amountOf(options.amount, request.currency),
    allowDelivered: options['even-delivered'],
    allowOverpayment: options['even-surplus'],
    because,
  });
  return `Approved. ${reserved(decision)}`;
}

async function resend(ctx: Ctx, decision: Parameters<typeof approveResend>[1]) {
  try {
    return await approveResend(ctx, decision);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new StartError(
      error.code === CODES.NO_SUCH_CHARACTER
        ? sentenceOf('no_such_character')
        : 'The game cannot be asked for the character now: try again later.',
    );
  }
}

async function refund(ctx: Ctx, orderId: string, options: ResolveOptions): Promise<string> {
  const because = readReason(options.because, USAGE);
  const allowOverpayment = options['even-surplus'];
  const money = await ctx.db.maybe(currencyToPayBack, { orderId, allowOverpayment });
  if (money === null) throw new StartError(sentenceOf('no_such_order'));
  const decision = await refundOrder(ctx, {
    orderId,
    amount: amountOf(options.amount, money.currency),
    currency: money.currency,
    allowDelivered: options['even-delivered'],
    allowOverpayment,
    because,
  });
  return reserved(decision);
}

async function again(ctx: Ctx, refundId: string, options: ResolveOptions): Promise<string> {
  const because = readReason(options.because, USAGE);
  const allowDelivered = options['even-delivered'];
  return reserved(await refundAgain(ctx, { refundId, allowDelivered, because }));
}

async function settle(ctx: Ctx, number: string, options: ResolveOptions): Promise<string> {
  const because = readReason(options.because, USAGE);
  if (isId(number)) return settleRefused(ctx, number, because);
  const settled = await ctx.db.maybe(settleQuarantined, {
    quarantineId: numberOf(number),
    now: ctx.clock.now(),
    because,
  });
  if (settled === null) {
    throw new StartError(`No word of that number waits: npm run resolve -- list shows them.`);
  }
  return `Settled: ${settled.reason}.`;
}

async function believe(ctx: Ctx, number: string, options: ResolveOptions): Promise<string> {
  const because = readReason(options.because, USAGE);
  tell(await confirmChargeback(ctx, { number: numberOf(number), because }));
  return 'ChargebackConfirmation: the payment is booked as lost to its payer.';
}

function numberOf(text: string): number {
  if (!/^[1-9][0-9]{0,14}$/.test(text)) throw new StartError(`"${text}" is not a number.`);
  return Number(text);
}

/** Ids of rows are as long as no number of a word is. */
const isId = (word: string) => /^[0-9a-z]{20}$/.test(word);

async function settleRefused(ctx: Ctx, id: string, because: string): Promise<string> {
  const now = ctx.clock.now();
  const [mail] = await ctx.db.many(settleMail, { resendId: id, now, because });
  if (mail !== undefined) {
    return `Settled: nothing more is done about the second mail of order ${mail.order_id}.`;
  }
  const [reward] = await ctx.db.many(settleReward, { rewardId: id, now, because });
  if (reward === undefined) {
    throw new StartError(
      `No second mail and no mail of an event ${id} waits: npm run resolve -- list shows them.`,
    );
  }
  return `Settled: nothing more is done about the mail of ${reward.event_id}.`;
}

function reserved(decision: RefundDecision | RefundAgainResult): string {
  const { refundId, amount, currency } = tell(decision);
  const sum = fromMinor(amount, currency);
  return `${sum.amount} ${sum.currency} go back as ${refundId}.`;
}

/** What was done. @throws StartError with the sentence of a refusal */
function tell<T extends { readonly kind: string }>(
  decision: T | { readonly kind: 'refused'; readonly why: string; readonly refundId?: string },
): Exclude<T, { readonly kind: 'refused' }> {
  if (decision.kind === 'refused' && 'why' in decision) {
    const sentence = sentenceOf(decision.why);
    const { refundId } = decision;
    throw new StartError(refundId === undefined ? sentence : sentence.replace('REFUND', refundId));
  }
  // Verified edge: what is not refused is what was done.
  return decision as Exclude<T, { readonly kind: 'refused' }>;
}

function amountOf(text: string | undefined, currency: string): number | null {
  if (text === undefined) return null;
  try {
    return toMinor({ amount: text, currency });
  } catch {
    throw new StartError(
      `--amount is "${text}", not a sum of ${currency} like ${fromMinor(123, currency).amount}.`,
    );
  }
}

function characterIn([project, cid]: readonly string[], options: ResolveOptions) {
  return { project: needed(project, 'PROJECT'), cid: needed(cid, 'CID'), options };
}

function needed(value: string | undefined, name: string): string {
  if (value === undefined || value.trim() === '')
    throw new StartError(`${name} is missing. ${USAGE}`);
  return value;
}
