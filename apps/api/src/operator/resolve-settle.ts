import type { Ctx } from '../context.ts';
import { settleMessage, settleRefusedMail } from '../domain/support/settle.ts';
import { settleParked, type ParkedDecision } from '../domain/support/settle-parked.ts';
import { StartError } from '../platform/start-error.ts';
import type { ResolveOptions } from './resolve-options.ts';
import { sentenceOf } from './resolve-output.ts';

/** Ids of mails, which are longer than any message number. */
const ROW_ID = /^[0-9a-z]{20}$/;

/**
 * `npm run resolve -- settle`: closes a quarantined message, a refused mail, or, with a decision, a
 * parked mail. @returns the text to print @throws StartError
 */
export async function settle(
  ctx: Ctx,
  number: string,
  options: ResolveOptions,
  because: string,
): Promise<string> {
  const as = decisionOf(options);
  if (as !== null) return endParked(ctx, number, as, because);
  if (ROW_ID.test(number)) return settleRefused(ctx, number, because);
  const settled = await settleMessage(ctx, { number: numberOf(number), because });
  if (settled === null) throw new StartError(`No quarantined gateway message with id ${number}.`);
  return `Settled: ${settled}.`;
}

/** Reads the number of a message. @throws StartError */
export function numberOf(text: string): number {
  if (!/^[1-9][0-9]{0,14}$/.test(text)) throw new StartError(`"${text}" is not a number.`);
  return Number(text);
}

function decisionOf(options: ResolveOptions): ParkedDecision | null {
  if (options.delivered) return 'delivered';
  if (options.undelivered) return 'undelivered';
  return options.retry ? 'retry' : null;
}

async function endParked(
  ctx: Ctx,
  id: string,
  as: ParkedDecision,
  because: string,
): Promise<string> {
  const end = await settleParked(ctx, { id, as, because });
  if (end.kind === 'refused') throw new StartError(sentenceOf(end.why));
  const { kind, order_id: orderId } = end.mail;
  const what = orderId === null ? 'the event mail' : `the mail of order ${orderId}`;
  switch (as) {
    case 'delivered':
      return `Settled: ${what} was delivered.`;
    case 'retry':
      return `Settled: ${what} is sent again, for seven days at most.`;
    case 'undelivered':
      return kind === 'purchase'
        ? `Settled: ${what} was not delivered, and the rest of its payment will be refunded.`
        : `Settled: ${what} was not delivered; list names what to do next.`;
  }
}

async function settleRefused(ctx: Ctx, id: string, because: string): Promise<string> {
  const mail = await settleRefusedMail(ctx, { id, because });
  if (mail === null) {
    throw new StartError(
      `No refused resend or event mail with id ${id}. A parked one takes --delivered, --undelivered or --retry.`,
    );
  }
  return 'orderId' in mail
    ? `Settled: the resend of order ${mail.orderId} is closed.`
    : `Settled: the mail of event ${mail.eventId} is closed.`;
}
