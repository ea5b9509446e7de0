import * as v from 'valibot';
import type { Ctx } from '../context.ts';
import { mailOf } from '../domain/actions/find-subject.ts';
import type { ParkedDecision } from '../domain/support/settle-parked.ts';
import { StartError } from '../platform/start-error.ts';
import type { ResolveOptions } from './resolve-options.ts';
import type { Step } from './resolve-step.ts';

/** Ids of mails, which are longer than any message number. */
const ROW_ID = /^[0-9a-z]{20}$/;

/**
 * `npm run resolve -- settle`: closes a quarantined message, a refused mail, or, with a decision, a
 * parked mail. @returns the text to print @throws StartError
 */
export async function settle(
  ctx: Ctx,
  step: Step,
  number: string,
  options: ResolveOptions,
  because: string,
): Promise<string> {
  const as = decisionOf(options);
  if (as !== null) return endParked(ctx, step, number, as, because);
  if (ROW_ID.test(number)) return settleRefused(step, number, because);
  const message = { message_id: numberOf(number), because };
  const { change } = await step({ kind: 'settle_message', ...message });
  return `Settled: ${v.parse(v.object({ reason: v.string() }), change).reason}.`;
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
  step: Step,
  id: string,
  as: ParkedDecision,
  because: string,
): Promise<string> {
  await step({ kind: 'settle_parked', mail_id: id, as, because });
  const { kind, orderId } = await mailOf(ctx, id);
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

const owner = v.object({
  of: v.union([v.object({ orderId: v.string() }), v.object({ eventId: v.string() })]),
});

async function settleRefused(step: Step, id: string, because: string): Promise<string> {
  const { change } = await step({ kind: 'settle_mail', mail_id: id, because });
  const { of } = v.parse(owner, change);
  return 'orderId' in of
    ? `Settled: the resend of order ${of.orderId} is closed.`
    : `Settled: the mail of event ${of.eventId} is closed.`;
}
