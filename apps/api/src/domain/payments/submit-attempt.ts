import { gatewayOf, placeOf } from '../../gateways/accounts.ts';
import { LIVE_ATTEMPT_STATES, type AttemptState } from '@webpay/contract/order-states';
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import type { Instrument } from '../../gateways/instrument.ts';
import type { GatewayResult } from '../../gateways/port.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { guardAttempt, type PaymentCaller, submissionHashes } from '../declines/guard-attempt.ts';
import { payWithOwnMail } from '../mail/own-mail.ts';
import { orderToken } from '../orders/ids.ts';
import { returnUrl } from '../orders/return-url.ts';
import { gatewayUserId } from '../players/gateway-user-id.ts';
import { flagOfPlayer } from '../players/queries.ts';
import { agree, tokenToPay, type ChosenCard } from '../saved-cards/pay-with-card.ts';
import type { CardRight } from '../saved-cards/rights.ts';
import { applyGatewayResult, type Applied } from './apply-gateway-result.ts';
import { isBoughtElsewhere } from './bought-elsewhere.ts';
import { brandOf } from './brand.ts';
import { countedAttempt, gatewayAttemptOf } from './gateway-attempt.ts';
import type { Payer } from './purchase.ts';
import { mayAskForCapture } from './rules.ts';
import { writeTransition } from './transition-attempt.ts';
import { transitionSubmitted } from './transition-queries.ts';
import {
  lockAttempt,
  lockAttemptOfPlayer,
  lockAttemptOfSession,
  lockPlayerOfCartOrder,
  type AttemptRow,
} from './queries.ts';

const UNATTENDED: Payer = {
  clientIp: '127.0.0.1',
  userAgent: 'webpay',
  terminal: 'WEB',
  redirectUrl: null,
  data: {},
  network: '',
  block: '',
};

/**
 * Submits an attempt to its gateway once: SUBMITTING is committed before the call, so parallel
 * calls do not submit it again. Returns null when the attempt could not be submitted, as when its cart was
 * bought by another order.
 * @throws Refusal PAYMENT_ANOMALY for a flagged player; for cards, any of guardAttempt
 */
export async function submitAttempt(
  ctx: Ctx,
  attemptId: string,
  instrument: Instrument,
  payer: Payer,
  source: 'player' | 'webhook',
): Promise<Applied | null> {
  const lock = (tx: Tx) =>
    instrument.kind === 'wallet_order'
      ? lockForCapture(tx, attemptId)
      : tx.maybe(lockAttemptOfPlayer, { attemptId });
  return (await submitLocked(ctx, lock, instrument, payer, source)).applied;
}

/**
 * Submits an attempt with a saved card, whose rules are checked in the same transaction. Returns null as submitAttempt.
 * @throws Refusal CHANNEL_UNAVAILABLE for a card that cannot pay, PAYMENT_ANOMALY
 */
export async function submitSavedCard(
  ctx: Ctx,
  attemptId: string,
  chosen: ChosenCard,
  payer: Payer,
): Promise<Applied | null> {
  const lock = (tx: Tx) => tx.maybe(lockAttemptOfPlayer, { attemptId });
  const card = { kind: 'saved', token: '' } as const;
  const fill = async (tx: Tx, attempt: AttemptRow) => ({
    ...card,
    token: await tokenToPay(ctx, tx, attempt, chosen),
  });
  return (await submitLocked(ctx, lock, card, payer, 'player', fill)).applied;
}

/**
 * Submits the card attempt of a session.
 * @param keeper consent to save the card; null: not saved
 * @param check refuses a caller before anything is written @throws Refusal NO_SUCH_ORDER for an unknown session
 */
export async function submitCard(
  ctx: Ctx,
  card: Extract<Instrument, { kind: 'card_session' }>,
  payer: Payer,
  keeper: CardRight | null,
  check: (attempt: AttemptRow) => void,
): Promise<Submitted & { readonly attempt: AttemptRow }> {
  const { sessionKey } = card;
  const lock = async (tx: Tx) => {
    const attempt = await tx.maybe(lockAttemptOfSession, { sessionKey });
    if (attempt === null) throw new Refusal('NO_SUCH_ORDER');
    check(attempt);
    return attempt;
  };
  return submitLocked(ctx, lock, card, payer, 'player', async (tx, attempt) => ({
    ...card,
    isSaved: attempt.offers_saving && (await agree(ctx, tx, attempt, keeper)),
  }));
}

type Submitted<Found = AttemptRow> = {
  readonly attempt: Found;
  /** Null when the attempt could not be submitted. */
  readonly applied: Applied | null;
};
type Lockable = AttemptRow & { readonly flagged_at: Date | null };

/** @param fill completes the instrument of a submitted attempt in the same transaction; a refusal rolls back */
async function submitLocked<Found extends Lockable | null>(
  ctx: Ctx,
  lock: (tx: Tx) => Promise<Found>,
  instrument: Instrument,
  payer: Payer,
  source: 'player' | 'webhook',
  fill: (tx: Tx, attempt: AttemptRow) => Promise<Instrument> = async () => instrument,
): Promise<Submitted<Found>> {
  const { attempt, filled } = await ctx.db.transaction(async (tx) => {
    const locked = await lock(tx);
    if (locked !== null) ctx.trace?.join(locked.order_id);
    const isMarked = await markSubmitting(ctx, tx, locked, instrument, payer, source);
    const filled = isMarked && locked !== null ? await fill(tx, locked) : null;
    return { attempt: locked, filled };
  });
  if (attempt === null || filled === null) return { attempt, applied: null };
  const result = await askGateway(ctx, attempt, filled, payer);
  const answer = { attemptId: attempt.id, result, source: 'answer' } as const;
  if (result.kind !== 'paid') return { attempt, applied: await applyGatewayResult(ctx, answer) };
  const applied = await payWithOwnMail(ctx, attempt, (leasesMail) =>
    applyGatewayResult(ctx, { ...answer, leasesMail }),
  );
  return { attempt, applied };
}

/** Moves a locked attempt to SUBMITTING if its state allows it. @returns whether this call may call the gateway */
async function markSubmitting(
  ctx: Ctx,
  tx: Tx,
  attempt: Lockable | null,
  { kind }: Instrument,
  payer: Payer,
  source: 'player' | 'webhook',
): Promise<boolean> {
  const from: AttemptState = kind === 'wallet_order' ? 'REQUIRES_ACTION' : 'CREATED';
  if (attempt === null || !mayBeSubmitted(ctx, attempt, from, kind)) return false;
  if (source === 'player' && !mayAskForCapture(attempt)) return false;
  // V07: a flag also stops the payment of earlier orders.
  if (attempt.flagged_at !== null) {
    if (source === 'player') throw new Refusal('PAYMENT_ANOMALY');
    return false;
  }
  if (await isBoughtElsewhere(tx, attempt)) {
    await writeTransition(ctx, tx, attempt, {
      to: 'FAILED',
      failure: 'cancelled',
      source,
      event: 'cart_bought_by_another_order',
    });
    return false;
  }
  const counted = countedAttempt(attempt);
  // The guard of order/create has already checked local methods and saved cards.
  if (kind === 'card_session') {
    await guardAttempt(ctx, tx, counted, cardCaller(attempt, payer));
  }
  const submission = { to: 'SUBMITTING', source, event: 'submitted' } as const;
  if (payer.network === '') await writeTransition(ctx, tx, attempt, submission);
  else {
    const { project, playerId } = counted;
    const rest = { project, playerId, ...submissionHashes(ctx, payer) };
    await writeTransition(ctx, tx, attempt, submission, (values) =>
      tx.run(transitionSubmitted, { ...values, ...rest }),
    );
  }
  return true;
}

/** Locks a wallet's attempt; its player only for a cart. */
async function lockForCapture(tx: Tx, attemptId: string) {
  await tx.maybe(lockPlayerOfCartOrder, { attemptId });
  const attempt = await tx.maybe(lockAttempt, { attemptId });
  // PayPal captures the orders of local methods by itself.
  if (attempt?.method !== 'wallet') return null;
  return { ...attempt, ...(await tx.one(flagOfPlayer, { playerId: attempt.player_id })) };
}

/** Card calls carry no image code: after declines, the player reopens the order. */
function cardCaller(attempt: AttemptRow, { network, block }: Payer): PaymentCaller {
  const canProve = attempt.source !== 'mall';
  return { network, block, hasImageCode: false, canProve, isCrowd: false };
}

/** Captures an approved wallet order; while the circuit is open, the sweep retries. */
export async function captureApproved(
  ctx: Ctx,
  { id, merchant }: Pick<AttemptRow, 'id' | 'merchant'>,
): Promise<Applied | null> {
  if (gatewayOf(ctx.gateways, { provider: 'paypal', merchant }).isOpen()) return null;
  return submitAttempt(ctx, id, { kind: 'wallet_order' }, UNATTENDED, 'webhook');
}

/** R (payments.md §2.2): an approval after our own expiry is not captured. */
function mayBeSubmitted(
  ctx: Ctx,
  attempt: AttemptRow,
  from: AttemptState,
  kind: Instrument['kind'],
): boolean {
  const isPaid = attempt.order_state === 'success' || attempt.order_state === 'refunded';
  const isOver = attempt.expires_at.getTime() <= ctx.clock.nowMs();
  const walletIsMade =
    kind === 'saved' || attempt.method !== 'wallet' || attempt.gateway_ref !== null;
  return attempt.state === from && !isPaid && !isOver && walletIsMade;
}

/**
 * Asks for the page or the QR code of a local method once more, when its answer was lost: the gateway gives an order's own
 * page again while it is unpaid (payments-more.md §1.1); that it gives a code again is assumed.
 * @returns null for an attempt that has a page or code, or needs none
 */
export async function askForPage(ctx: Ctx, attempt: AttemptRow): Promise<GatewayResult | null> {
  const isLive = LIVE_ATTEMPT_STATES.some((state) => state === attempt.state);
  const asks = attempt.method === 'redirect' || attempt.method === 'qr';
  if (!asks || !isLive || attempt.action_url !== null || attempt.pay_code !== null) return null;
  const method = ctx.config.methods.get(attempt.pay_id);
  if (method === undefined) return null;
  return askGateway(ctx, attempt, { kind: 'local', method, payer: {} }, UNATTENDED);
}

async function askGateway(
  ctx: Ctx,
  attempt: AttemptRow,
  instrument: Instrument,
  { redirectUrl, clientIp, userAgent, terminal }: Payer,
): Promise<GatewayResult> {
  const token = orderToken(ctx, attempt.order_id);
  // C11: this call's address wins. The order's own counts only for a payment route (C09).
  const requestedUrl = redirectUrl ?? (attempt.returns_to_payment ? attempt.redirect_url : '');
  return gatewayOf(ctx.gateways, attempt).submit({
    attempt: gatewayAttemptOf(attempt),
    userId: gatewayUserId(attempt),
    description: `Order ${attempt.order_id}`,
    brandName: brandOf(ctx, attempt),
    language: attempt.lang,
    returnUrl: returnUrl(ctx, attempt, requestedUrl, token),
    notifyUrl: `${ctx.config.publicUrl}/webhooks/${placeOf(attempt)}`,
    clientIp,
    userAgent,
    terminal,
    instrument,
  });
}
