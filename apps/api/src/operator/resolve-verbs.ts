import type { ActionKind } from '@webpay/contract/console/actions';
import { ACTIONS } from '@webpay/contract/console/actions';
import { bankNumber } from '@webpay/contract/console/action-fields';
import { fromMinor, toMinor } from '@webpay/contract/money';
import * as v from 'valibot';
import type { Ctx } from '../context.ts';
import { logOutCharacter } from '../domain/access/log-out-character.ts';
import type { Done } from '../domain/actions/act.ts';
import { recordCommand, type Command } from '../domain/actions/command-step.ts';
import { commandSentenceOf } from '../domain/actions/refusals.ts';
import { currencyOfOrder, currencyOfRequest } from '../domain/support/decide-request.ts';
import { endPause } from '../domain/support/end-pause.ts';
import { findCharacter } from '../domain/support/find-character.ts';
import { clearFlag, setFlag } from '../domain/support/flag-player.ts';
import type { Refused } from '../domain/support/pay-back.ts';
import type { Tx } from '../platform/db/pool.ts';
import { StartError } from '../platform/start-error.ts';
import { unreachable } from '../platform/unreachable.ts';
import { knownCid, readReason } from './inputs.ts';
import { findAnything } from './resolve-find.ts';
import { adoptFound, payBackFound } from './resolve-found.ts';
import { readResolve, USAGE, type ResolveOptions } from './resolve-options.ts';
import { formatSum, printable } from './resolve-output.ts';
import { numberOf, settle } from './resolve-settle.ts';
import { commandOf, doStep, type Step } from './resolve-step.ts';
import { listOpen, showOrder } from './resolve-views.ts';

/** Runs one call of `npm run resolve`. @returns the text to print @throws StartError */
export async function runResolve(ctx: Ctx, given: readonly string[]): Promise<string> {
  return printable(await act(ctx, given));
}

async function act(ctx: Ctx, given: readonly string[]): Promise<string> {
  const { verb, names, words, options } = readResolve(given);
  const [subject = '', cid = ''] = names.map((name, n) => required(words[n], name));
  const character = { project: subject, cid, serverId: options.server ?? null };
  const reason = () => readReason(options.because, USAGE);
  const command = commandOf(options);
  const step: Step = (action) => doStep(ctx, command, action);
  switch (verb) {
    case 'list':
      return listOpen(ctx);
    case 'find':
      return findAnything(ctx, subject, options);
    case 'show':
      return showOrder(ctx, subject);
    case 'approve':
      return approve(ctx, step, subject, options);
    case 'reject':
      await step({ kind: 'reject_request', request_id: subject, because: reason() });
      return 'Rejected. The player reads the reason.';
    case 'refund':
      return refund(ctx, step, subject, options, reason());
    case 'refund-again': {
      const because = reason();
      const allow_delivered = options['allow-delivered'];
      return reserved(
        await step({ kind: 'refund_again', refund_id: subject, allow_delivered, because }),
      );
    }
    case 'paid-outside': {
      const because = reason();
      const reference = bankNumberOf(options.reference);
      const allow_delivered = options['allow-delivered'];
      const allow_same_number = options['several-refunds'];
      const booking = { reference, allow_delivered, allow_same_number, because } as const;
      const wanted = { kind: 'paid_outside', refund_id: subject, ...booking } as const;
      const { title, change } = await step(wanted);
      return `Done: ${title}, as ${refundOf(change)}. Nothing is sent to its gateway.`;
    }
    case 'settle':
      return settle(ctx, step, subject, options, reason());
    case 'adopt':
      return adoptFound(ctx, command, numberOf(subject), options, reason());
    case 'pay-back':
      return payBackFound(ctx, command, numberOf(subject), options, reason());
    case 'confirm-chargeback': {
      const because = reason();
      await step({ kind: 'confirm_chargeback', message_id: numberOf(subject), because });
      return 'Recorded as chargeback.';
    }
    case 'flag':
      await actOn(ctx, setFlag, recorded(ctx, command, 'set_flag'), 'used', {
        ...character,
        because: reason(),
      });
      return 'Flagged. The player cannot order and is asked to contact customer service.';
    case 'clear-flag':
      await actOn(ctx, clearFlag, recorded(ctx, command, 'clear_flag'), 'flagged', {
        ...character,
        because: reason(),
      });
      return 'Cleared. The player may order again.';
    case 'end-pause':
      await actOn(ctx, endPause, recorded(ctx, command, 'end_pause'), 'used', {
        ...character,
        because: reason(),
      });
      return 'Cleared: the declines of the character and of its cards, and wrong passwords. The player may pay and log in.';
    case 'log-out': {
      const wanted = { ...character, because: reason() };
      return loggedOut(
        (await actOn(ctx, logOutCharacter, recorded(ctx, command, 'log_out'), 'used', wanted))
          .player,
      );
    }
    default:
      return unreachable('verb', verb);
  }
}

async function approve(
  ctx: Ctx,
  step: Step,
  requestId: string,
  options: ResolveOptions,
): Promise<string> {
  // Without a reason, the player reads none.
  const because = options.because === undefined ? '' : readReason(options.because, USAGE);
  if (options.to !== undefined) {
    const [serverId = '', cid = '', ...rest] = options.to.split('/');
    if (serverId === '' || cid === '' || rest.length > 0) {
      throw new StartError('--to names a server and a character, like --to 112/123456.');
    }
    const to = { request_id: requestId, server_id: serverId, cid, because };
    const { effects } = await step({ kind: 'approve_resend', ...to });
    return `Approved. ${effects[0] ?? ''}`;
  }
  const currency = await currencyOfRequest(ctx, requestId);
  if (currency === null) throw new StartError(commandSentenceOf({ why: 'no_such_request' }));
  const choice = choiceOf(options, currency);
  const wanted = { request_id: requestId, ...choice, because };
  return `Approved. ${reserved(await step({ kind: 'approve_refund', ...wanted }))}`;
}

async function refund(
  ctx: Ctx,
  step: Step,
  orderId: string,
  options: ResolveOptions,
  because: string,
): Promise<string> {
  const currency = await currencyOfOrder(ctx, orderId, options['allow-overpayment']);
  if (currency === null) throw new StartError(commandSentenceOf({ why: 'no_such_order' }));
  const wanted = { order_id: orderId, ...choiceOf(options, currency), because };
  return reserved(await step({ kind: 'refund_order', ...wanted }));
}

function choiceOf(options: ResolveOptions, currency: string) {
  return {
    amount: amountOf(options.amount, currency),
    allow_delivered: options['allow-delivered'],
    allow_overpayment: options['allow-overpayment'],
  };
}

function reserved({ amount, change }: Done): string {
  const sum = amount === null ? '' : formatSum(amount.minor, amount.currency);
  return `${sum} will be refunded as ${refundOf(change)}.`;
}

function refundOf(change: Done['change']): string {
  return v.parse(v.object({ refund: v.string() }), change).refund;
}

function bankNumberOf(given: string | undefined): string {
  const parsed = v.safeParse(bankNumber, given ?? '');
  if (parsed.success) return parsed.output;
  throw new StartError(
    '--reference is the number of the bank transfer: 3 to 64 letters, digits, spaces and . : / _ -, like --reference "BT 2026-118".',
  );
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

/** The audit entry of a step with a character, in its own transaction. */
function recorded(ctx: Ctx, command: Command, kind: ActionKind) {
  return async (tx: Tx, { because, ...character }: OnCharacter): Promise<void> => {
    const id = await findCharacter(tx, character);
    await recordCommand(ctx, tx, command, {
      verb: kind,
      permission: ACTIONS[kind].needs,
      subject:
        id === null
          ? null
          : { kind: 'player', id: String(id), project: character.project, playerId: id },
      // A reason is kept where an erasure finds it.
      because: id === null ? '' : because,
      worth: null,
      isMoving: false,
      detail: {},
    });
  };
}

type OnCharacter = Parameters<typeof setFlag>[1];

/** Applies an operation to one character. @throws StartError when none, or several, match */
async function actOn<Outcome extends { readonly kind: string }>(
  ctx: Ctx,
  operation: (
    ctx: Ctx,
    wanted: OnCharacter,
    finish: (tx: Tx) => Promise<void>,
  ) => Promise<
    Outcome | Refused<string> | { readonly kind: 'several'; readonly servers: readonly string[] }
  >,
  finish: (tx: Tx, wanted: OnCharacter) => Promise<void>,
  condition: 'used' | 'flagged',
  wanted: OnCharacter,
): Promise<Extract<Outcome, { readonly kind: 'done' }>> {
  const cid = await knownCid(ctx.db, wanted.project, wanted.cid);
  const outcome = await operation(ctx, { ...wanted, cid }, (tx) => finish(tx, { ...wanted, cid }));
  if ('servers' in outcome) {
    const servers = outcome.servers.join(' or ');
    throw new StartError(
      `This character id is ${condition} on several servers: say --server ${servers}.`,
    );
  }
  if ('why' in outcome) throw new StartError(commandSentenceOf(outcome));
  // Verified edge: only `done` is left.
  return outcome as Extract<Outcome, { readonly kind: 'done' }>;
}
