import type { Ctx } from '../../context.ts';
import { createPlaces, type Places } from '../../platform/resilience/places.ts';
import { reportFailure } from '../../platform/monitoring/alert.ts';
import type { Recipient } from '../orders/columns.ts';
import type { LeasedMail, MailToSend } from './queries.ts';
import { sendLeased } from './send-mail.ts';

/** As a lease of `takeMail`: the game has 10 s. */
const LEASE_MS = 15_000;
/** Concurrent calls of one server to a game. A further mail is a worker's. */
const CONCURRENCY = 10;

/** Opens the places in which a process sends the mails of its own payments (docs/decisions/0076). */
export function openOwnMails(ctx: Ctx): Places {
  const places = createPlaces(CONCURRENCY, (error, project) =>
    reportFailure(ctx, error, { mails: project }, 'a mail failed; its row waits for the sweep'),
  );
  ctx.metrics.watchCalls(
    () => new Map([...places.running()].map(([project, count]) => [`mail/${project}`, count])),
  );
  return places;
}

/** The order of a payment, as its mail names it. */
type PaidOrder = {
  readonly order_id: string;
  readonly order_no: string;
  readonly order_total_minor: number;
  readonly order_currency: string;
  readonly project: string;
  readonly lang: string;
  readonly recipient: Recipient;
};

/**
 * Applies a payment and sends its mail from this process, if the payment leased it: no worker has to be told, and none leases
 * the mail. The lease is in the row, so a worker sends the mail of a process that died.
 * @param pay gets whether this process can send the mail now
 */
export async function payWithOwnMail<T extends { readonly mail: MailToSend | null }>(
  ctx: Ctx,
  { project, recipient }: PaidOrder,
  pay: (canSend: boolean) => Promise<T>,
): Promise<T> {
  const place = placeFor(ctx, project, recipient.server_id);
  let paid: T;
  try {
    paid = await pay(place !== null);
  } catch (error) {
    place?.leave();
    throw error;
  }
  const { mail } = paid;
  if (mail === null) place?.leave();
  else place?.fill(() => sendLeased(ctx, mail));
  return paid;
}

/** Null: workers send the mails of this process, the game's circuit is not closed, or all places are taken. */
function placeFor({ ownMails, catalogue, games }: Ctx, project: string, serverId: string) {
  const game = catalogue.project(project)?.gameAddress;
  if (ownMails === undefined || game === undefined) return null;
  return games.mailState(game, serverId) === 'closed' ? ownMails.take(project) : null;
}

/** The end of the lease that a payment writes for this process. */
export const ownLeaseEnd = (real: Date): Date => new Date(real.getTime() + LEASE_MS);

/** The mail of a payment that leased it. */
export function mailOfPayment(order: PaidOrder, leased: LeasedMail): MailToSend {
  const { order_id, order_no, project, lang, recipient } = order;
  const { order_total_minor: minor, order_currency: currency } = order;
  return {
    ...leased,
    kind: 'purchase',
    order_id,
    order_no,
    project,
    lang,
    recipient,
    attempts: 1,
    refused: 0,
    state: 'queued',
    sale: { minor, currency, paid_at: leased.paid_at.getTime() },
    items: null,
    mail: null,
    event_id: null,
    reward_kind: null,
    waits: null,
    maybe_given: false,
  };
}
