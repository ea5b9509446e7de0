import type { Ctx } from '../context.ts';
import { listFoundMoney, type QuarantinedCapture } from '../domain/found-money/list-found-money.ts';
import { findOpenWork, findOrderFile } from '../domain/support/open-work.ts';
import { StartError } from '../platform/start-error.ts';
import {
  chargebackCommand,
  counted,
  detailOf,
  foundMoneyCommands,
  formatCharacter,
  formatResult,
  formatSum,
  formatTime,
  inOneLine,
  parkedCommands,
  quarantineCommands,
  refundCommand,
  refusedMailCommands,
} from './resolve-output.ts';

/** The output of `npm run resolve -- list`: everything that waits for a decision. */
export async function listOpen(ctx: Ctx): Promise<string> {
  const work = await findOpenWork(ctx);
  const { found, captures } = await listFoundMoney(ctx, work.messages);
  const { requests, flagged, disputes, failed, owed, parked, mails, rewards, messages } = work;
  return [
    counted(requests, 'open requests'),
    ...requests.map(
      (each) =>
        `  ${each.id}  ${formatTime(each.created_at)}  ${each.kind}  ${each.project} ${formatCharacter(each.recipient)}  order ${each.order_id} (${each.order_state}, ${formatSum(each.total_minor, each.currency)})`,
    ),
    counted(flagged, 'flagged players'),
    ...flagged.map(
      (each) =>
        `  ${each.project} ${formatCharacter(each)}  since ${formatTime(each.flagged_at)}  ${each.why.join(', ') || 'by hand'}`,
    ),
    counted(disputes, 'open disputes, to be answered at the gateway'),
    ...disputes.map(
      (each) =>
        `  ${each.provider} ${each.dispute_id}  ${each.kind} (${each.stage})  order ${each.order_id}  claims ${formatSum(each.claimed_minor, each.currency)}${each.answer_by === null ? '' : `  answer by ${each.answer_by}`}`,
    ),
    counted(
      failed,
      'refunds refused by the gateway: resolve refund-again REFUND --because "…" retries one, paid-outside REFUND --reference "…" --because "…" books one that our bank paid',
    ),
    ...failed.map(
      (each) =>
        `  ${each.id}  order ${each.order_id}  ${formatSum(each.amount_minor, each.currency)}  ${each.reason}  ${inOneLine(each.failure ?? '')}${each.retry_at === null ? '' : `  sent again by itself ${formatTime(each.retry_at)}`}`,
    ),
    counted(owed, 'payments owed to players, with no refund in progress'),
    ...owed.map(
      (each) =>
        `  ${each.id}  order ${each.order_id}  ${formatSum(each.owed_minor, each.currency)}  ${each.why}  → ${refundCommand(each)}`,
    ),
    counted(
      parked,
      'parked mails: their game never answered, so look in its own records, then settle',
    ),
    ...parked.flatMap((each) => [
      `  ${each.id}  ${formatTime(each.parked_at)}  ${each.kind}  ${each.project} ${formatCharacter(each.recipient)}${each.order_id === null ? '' : `  order ${each.order_id}`}  without an answer since ${formatTime(each.maybe_given_at)}`,
      ...parkedCommands(each).map((command) => `    → ${command}`),
    ]),
    counted(
      mails,
      'resends refused by the game: send them to another character, refund the order, or settle',
    ),
    ...mails.flatMap((each) => [
      `  ${each.id}  ${formatTime(each.at)}  order ${each.order_id}  to ${formatCharacter(each.recipient)}  ${inOneLine(each.why ?? '')}`,
      ...refusedMailCommands(each).map((command) => `    → ${command}`),
    ]),
    counted(rewards, 'event mails refused by the game: grant the goods by hand, or settle'),
    ...rewards.flatMap((each) => [
      `  ${each.id}  ${formatTime(each.at)}  ${each.project} ${each.event_id}  ${each.kind} ${each.task_id}  to ${formatCharacter(each)}  ${inOneLine(each.why ?? '')}`,
      `    → npm run resolve -- settle ${each.id} --because "…"`,
    ]),
    counted(found, 'sums that a gateway took and that no order here claims: adopt or pay back'),
    ...found.flatMap((each) => [
      `  ${each.id}  ${each.day}  ${inOneLine(each.explanation)}`,
      ...foundMoneyCommands({ ...each, next_step: 'decide' }).map((command) => `    → ${command}`),
    ]),
    counted(
      messages,
      'quarantined gateway messages: resolve settle NUMBER --because "…" once handled',
    ),
    ...messages.flatMap((each) => [
      `  ${each.id}  ${formatTime(each.at)}  ${each.provider}  ${each.reason} (${each.source})  ${each.attempt_id ?? 'no attempt'}`,
      `    content: ${formatResult(each.result)}`,
      ...(each.reason === 'reversal_not_confirmed' ? [`    → ${chargebackCommand(each)}`] : []),
      ...captures.flatMap((capture) =>
        capture.id === each.id ? [`    → ${adviceOf(capture, 'as above')}`] : [],
      ),
    ]),
  ].join('\n');
}

/** The way to the decision about a quarantined capture. */
function adviceOf({ difference, day }: QuarantinedCapture, where: string): string {
  return difference === null
    ? `npm run reconcile -- --day ${day} finds this money; then adopt it or pay it back`
    : `adopt ${difference} or pay-back ${difference}, ${where}`;
}

/** The output of `npm run resolve -- show`: an order with its money, goods and history, found by its id, its number or a request's id. */
export async function showOrder(ctx: Ctx, id: string): Promise<string> {
  const file = await findOrderFile(ctx, id);
  if (file === null) throw new StartError(`There is no request and no order ${id}.`);
  const { orderId, order, requests, payments, refunds, disputes, events } = file;
  const { delivery, resends, owed, parked, mails, messages, logOuts } = file;
  const { captures } = await listFoundMoney(ctx, messages);
  return [
    ...(requests.length === 0 ? ['request   none'] : []),
    ...requests.flatMap((each) => [
      `request   ${each.id}  ${each.kind}  ${each.state}  filed ${formatTime(each.created_at)} for ${each.year}`,
      ...each.text.split('\n').map((line) => `  > ${line}`),
      ...(each.because === null ? [] : [`answer    ${inOneLine(each.because)}`]),
    ]),
    `player    ${order.project} ${formatCharacter(order.recipient)}${order.flagged_at === null ? '' : '  FLAGGED'}`,
    ...logOuts.map(
      (each) => `log-out   ${formatTime(each.at)}  because "${inOneLine(each.because)}"`,
    ),
    `order     ${orderId}  ${order.order_no}  ${order.state}${inBrackets(order.reason)}  ${formatSum(order.total_minor, order.currency)}  opened ${formatTime(order.created_at)}`,
    ...payments.map(
      (each) =>
        `payment   ${each.id}  ${each.pay_id} by ${each.provider}  ${each.state}  ${formatSum(each.amount_minor, each.currency)}  gateway ref ${each.capture_ref ?? each.gateway_ref ?? 'none'}  captured ${formatSum(each.captured_minor ?? 0, each.currency)}, reserved ${formatSum(each.reserved_minor, each.currency)}, refunded ${formatSum(each.refunded_minor, each.currency)}, lost ${formatSum(each.lost_minor, each.currency)}`,
    ),
    ...owed.map(
      (each) =>
        `owed      ${formatSum(each.owed_minor, each.currency)} of ${each.id}  ${each.why}  → ${refundCommand(each)}`,
    ),
    `delivery  ${delivery === null ? 'none' : `${delivery.state}${inBrackets(delivery.reason)}${heldBy(delivery)}`}`,
    ...resends.map(
      (each) =>
        `resend    ${each.id}  ${each.state}  to ${formatCharacter(each.recipient)}${heldBy(each)}`,
    ),
    ...parked.flatMap(parkedCommands).map((command) => `  → ${command}`),
    ...mails.flatMap(refusedMailCommands).map((command) => `  → ${command}`),
    ...refunds.flatMap((each) => [
      `refund    ${each.id}  of ${each.attempt_id}  ${each.state}  ${formatSum(each.amount_minor, each.currency)}  ${each.reason}${each.failure === null ? '' : `  ${inOneLine(each.failure)}`}${each.gateway_ref === null ? '' : `  gateway ref ${each.gateway_ref}`}${each.outside_reference === null ? '' : `  paid by our bank, ${each.outside_reference}`}${each.replaces === null ? '' : `  replaces ${each.replaces}`}`,
      ...(each.is_refused ? [`  → ${refundCommand({ order_id: orderId, refused: each.id })}`] : []),
    ]),
    ...disputes.map(
      (each) =>
        `dispute   ${each.provider} ${each.dispute_id}  ${each.kind}  ${each.state} (${each.stage})  claims ${formatSum(each.claimed_minor, each.currency)}, lost ${formatSum(each.lost_minor, each.currency)}${each.answer_by === null ? '' : `  answer by ${each.answer_by}`}`,
    ),
    ...messages.flatMap((each) => [
      `message   ${each.id}  ${formatTime(each.at)}  ${each.provider}  ${each.reason} (${each.source})  of ${each.attempt_id}  ${formatResult(each.result)}`,
      ...captures.flatMap((capture) =>
        capture.id === each.id
          ? [`  → ${adviceOf(capture, 'npm run resolve -- list has the commands')}`]
          : [],
      ),
      ...quarantineCommands(each).map((command) => `  → ${command}`),
    ]),
    'history',
    ...(order.archived_before === null
      ? []
      : [
          `  The events before ${order.archived_before} are archived: npm run operator -- archive --find ${order.order_no} --in FOLDER`,
        ]),
    ...events.map(
      (each) =>
        `  ${formatTime(each.at)}  ${each.source}  ${each.event}${each.to_state === null ? '' : `  → ${each.to_state}`}${detailOf(each.detail, refunds)}`,
    ),
  ].join('\n');
}

/** Why a mail is not sent; a parked one is decided by an operator. */
function heldBy(mail: {
  readonly held_since: Date | null;
  readonly parked_at: Date | null;
}): string {
  if (mail.held_since === null) return '';
  return mail.parked_at === null ? ', held by a dispute' : ', parked: see list';
}

function inBrackets(reason: string | null): string {
  return reason === null ? '' : ` (${reason})`;
}
