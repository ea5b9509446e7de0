import { fromMinor, toMinor } from '@webpay/contract/money';
import type { Ctx } from '../context.ts';
import { logOutCharacter } from '../domain/access/log-out-character.ts';
import { endPause } from '../domain/support/end-pause.ts';
import { clearFlag, setFlag } from '../domain/support/flag-player.ts';
import { confirmChargeback } from '../domain/support/confirm-chargeback.ts';
import {
  approveRefund,
  currencyOfOrder,
  currencyOfRequest,
  refundOrder,
  rejectRequest,
} from '../domain/support/decide-request.ts';
import { approveResend } from '../domain/support/resend.ts';
import type { RefundChoice, Refunded, Refused } from '../domain/support/pay-back.ts';
import { refundAgain } from '../domain/support/refund-again.ts';
import { StartError } from '../platform/start-error.ts';
import { unreachable } from '../platform/unreachable.ts';
import { askingGame, knownCid, readReason } from './inputs.ts';
import { findAnything } from './resolve-find.ts';
import { readResolve, USAGE, type ResolveOptions } from './resolve-options.ts';
import { formatSum, printable, sentenceOf } from './resolve-output.ts';
import { listOpen, showOrder } from './resolve-views.ts';
import { numberOf, settle } from './resolve-settle.ts';
import { adoptFound, payBackFound } from './resolve-found.ts';

/** Runs one call of `npm run resolve`. @returns the text to print @throws StartError */
export async function runResolve(ctx: Ctx, given: readonly string[]): Promise<string> {
  return printable(await act(ctx, given));
}

async function act(ctx: Ctx, given: readonly string[]): Promise<string> {
  const { verb, names, words, options } = readResolve(given);
  const [subject = '', cid = ''] = names.map((name, n) => required(words[n], name));
  const character = { project: subject, cid, serverId: options.server ?? null };
  const reason = () => readReason(options.because, USAGE);
  switch (verb) {
    case 'list':
      return listOpen(ctx);
    case 'find':
      return findAnything(ctx, subject, options);
    case 'show':
      return showOrder(ctx, subject);
    case 'approve':
      return approve(ctx, subject, options);
    case 'reject':
      doneOrThrow(await rejectRequest(ctx, subject, reason()));
      return 'Rejected. The player reads the reason.';
    case 'refund':
      return refund(ctx, subject, options, reason());
    case 'refund-again': {
      const decision = { refundId: subject, allowDelivered: options['allow-delivered'] };
      return reserved(await refundAgain(ctx, { because: reason(), ...decision }));
    }
    case 'settle':
      return settle(ctx, subject, options, reason());
    case 'adopt':
      return adoptFound(ctx, numberOf(subject), options, reason());
    case 'pay-back':
      return payBackFound(ctx, numberOf(subject), options, reason());
    case 'confirm-chargeback': {
      const because = reason();
      doneOrThrow(await confirmChargeback(ctx, { number: numberOf(subject), because }));
      return 'Recorded as chargeback.';
    }
    case 'flag':
      await actOn(ctx, setFlag, 'used', { ...character, because: reason() });
      return 'Flagged. The player cannot order and is asked to contact customer service.';
    case 'clear-flag':
      await actOn(ctx, clearFlag, 'flagged', { ...character, because: reason() });
      return 'Cleared. The player may order again.';
    case 'end-pause':
      await actOn(ctx, endPause, 'used', { ...character, because: reason() });
      return 'Cleared: the declines of the character and of its cards, and wrong passwords. The player may pay and log in.';
    case 'log-out': {
      const wanted = { ...character, because: reason() };
      return loggedOut((await actOn(ctx, logOutCharacter, 'used', wanted)).player);
    }
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
    const { recipient } = doneOrThrow(
      await askingGame(() => approveResend(ctx, { requestId, serverId, cid, because })),
    );
    return `Approved. The same goods are sent to ${recipient.name} (${recipient.server_id}/${recipient.cid}).`;
  }
  const currency = await currencyOfRequest(ctx, requestId);
  if (currency === null) throw new StartError(sentenceOf('no_such_request'));
  const choice = choiceOf(options, currency);
  return `Approved. ${reserved(await approveRefund(ctx, { ...choice, requestId, because }))}`;
}

async function refund(
  ctx: Ctx,
  orderId: string,
  options: ResolveOptions,
  because: string,
): Promise<string> {
  const allowOverpayment = options['allow-overpayment'];
  const currency = await currencyOfOrder(ctx, orderId, allowOverpayment);
  if (currency === null) throw new StartError(sentenceOf('no_such_order'));
  const choice = choiceOf(options, currency);
  return reserved(await refundOrder(ctx, { ...choice, currency, orderId, because }));
}

function choiceOf(options: ResolveOptions, currency: string): RefundChoice {
  return {
    amount: amountOf(options.amount, currency),
    allowDelivered: options['allow-delivered'],
    allowOverpayment: options['allow-overpayment'],
  };
}

function reserved(decision: Refunded<string>): string {
  const { refundId, amount, currency } = doneOrThrow(decision);
  return `${formatSum(amount, currency)} will be refunded as ${refundId}.`;
}

/** Returns a decision that was carried out. @throws StartError for a refused one */
function doneOrThrow<T extends { readonly kind: string }>(
  decision: T | Refused<string>,
): Exclude<T, { readonly kind: 'refused' }> {
  if (decision.kind === 'refused' && 'why' in decision) {
    const sentence = sentenceOf(decision.why);
    const { refundId } = decision;
    throw new StartError(refundId === undefined ? sentence : sentence.replace('REFUND', refundId));
  }
  // Verified edge: the refusal is thrown above.
  return decision as Exclude<T, { readonly kind: 'refused' }>;
}

function amountOf(text: string | undefined, currency: string): number | null {
  if (text === undefined) return null;
  try {
    return toMinor({ amount: text, currency });
  } catch {
    throw new StartError(
      `--amount is "${text}", not an amount of ${currency} like ${fromMinor(123, currency).amount}.`,
    );
  }
}

function required(value: string | undefined, name: string): string {
  if (value !== undefined && value.trim() !== '') return value;
  throw new StartError(`${name} is missing. ${USAGE}`);
}

function loggedOut(player: { readonly hasPassword: boolean } | null): string {
  const links = 'Access links made before now, or in the next five minutes, no longer open.';
  if (player === null) {
    return `The character was never in this shop: there was nothing to log out. ${links}`;
  }
  return [
    `Logged out everywhere. ${links}`,
    player.hasPassword
      ? 'Anyone with its access password can log in again.'
      : 'It has no access password: anyone with its id can log in again.',
  ].join('\n');
}

type OnCharacter = Parameters<typeof setFlag>[1];

/** Applies an operation to one character. @throws StartError when none, or several, match */
async function actOn<Outcome extends { readonly kind: string }>(
  ctx: Ctx,
  operation: (
    ctx: Ctx,
    wanted: OnCharacter,
  ) => Promise<
    Outcome | Refused<string> | { readonly kind: 'several'; readonly servers: readonly string[] }
  >,
  condition: 'used' | 'flagged',
  wanted: OnCharacter,
): Promise<Extract<Outcome, { readonly kind: 'done' }>> {
  const cid = await knownCid(ctx.db, wanted.project, wanted.cid);
  const outcome = await operation(ctx, { ...wanted, cid });
  if ('servers' in outcome) {
    const servers = outcome.servers.join(' or ');
    throw new StartError(
      `This character id is ${condition} on several servers: say --server ${servers}.`,
    );
  }
  if ('why' in outcome) throw new StartError(sentenceOf(outcome.why));
  // Verified edge: only `done` is left.
  return outcome as Extract<Outcome, { readonly kind: 'done' }>;
}
