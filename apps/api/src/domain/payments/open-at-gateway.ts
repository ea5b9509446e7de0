import { gatewayOf } from '../../gateways/accounts.ts';
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { NOT_SENT, type Opened, type OpenInput } from '../../gateways/port.ts';
import type { ChannelRow } from '../catalog/channels.ts';
import { endTrialOf } from '../methods/stop-method.ts';
import { orderToken } from '../orders/ids.ts';
import { returnUrl } from '../orders/return-url.ts';
import { gatewayUserId } from '../players/gateway-user-id.ts';
import { raiseAlert } from '../../platform/monitoring/alert.ts';
import { brandOf } from './brand.ts';
import { gatewayAttemptOf } from './gateway-attempt.ts';
import { alertOfRefusal, stopAfter } from './settle-method.ts';
import { writeTransition } from './transition-attempt.ts';
import { SESSION_LIFE_MS } from './rules.ts';
import {
  attemptById,
  lockAttempt,
  lockPlayerOfCartOrder,
  type AttemptRow,
  storeSession,
} from './queries.ts';

/**
 * Opens an attempt at its gateway, or returns what an earlier call opened. No answer is a definite
 * failure: neither a session nor an uncaptured wallet order moves money.
 * @param offersSaving the card form asks whether the card is kept
 * @throws Refusal ORDER_FAILED, GATEWAY_SILENT, TRY_AGAIN
 */
export async function openAtGateway(
  ctx: Ctx,
  attempt: AttemptRow,
  channel: ChannelRow,
  offersSaving = false,
): Promise<AttemptRow> {
  if (isOpen(ctx, attempt, offersSaving)) return attempt;
  const input = { ...openInput(ctx, attempt, channel), offersSaving };
  const opened = await gatewayOf(ctx.gateways, attempt).open(input);
  switch (opened.kind) {
    case 'session':
      await endTrialOf(ctx, ctx.db, attempt, 'open');
      return (
        (await ctx.db.maybe(storeSession, {
          attemptId: attempt.id,
          clientKey: opened.clientKey,
          sessionKey: opened.sessionKey,
          sessionOpenedAt: ctx.clock.now(),
          offersSaving,
          previousOpenedAt: attempt.session_opened_at,
        })) ?? ctx.db.one(attemptById, { attemptId: attempt.id })
      );
    case 'wallet_order':
      return walletOpened(ctx, attempt.id, opened);
    case 'refused':
    case 'silent':
      await openingFailed(ctx, attempt.id, opened);
      throw new Refusal(opened.kind === 'refused' ? 'ORDER_FAILED' : 'GATEWAY_SILENT');
  }
}

function isOpen(ctx: Ctx, attempt: AttemptRow, offersSaving: boolean): boolean {
  if (attempt.provider === 'paypal') return attempt.gateway_ref !== null;
  if (attempt.offers_saving !== offersSaving) return false;
  const openedAt = attempt.session_opened_at?.getTime();
  return openedAt !== undefined && ctx.clock.nowMs() - openedAt < SESSION_LIFE_MS;
}

function openInput(ctx: Ctx, attempt: AttemptRow, channel: ChannelRow): OpenInput {
  const token = orderToken(ctx, attempt.order_id);
  // C09 names the payment route for every order; those of events return to a page of their own (R14).
  const wish = attempt.returns_to_payment ? attempt.redirect_url : '';
  const back = returnUrl(ctx, attempt, wish, token);
  return {
    attempt: gatewayAttemptOf(attempt),
    method: channel.facts,
    userId: gatewayUserId(attempt),
    description: `Order ${attempt.order_id}`,
    locale: attempt.lang,
    brandName: brandOf(ctx, attempt),
    returnUrl: back,
    cancelUrl: back,
  };
}

async function walletOpened(
  ctx: Ctx,
  attemptId: string,
  { gatewayRef, approveUrl }: Extract<Opened, { kind: 'wallet_order' }>,
): Promise<AttemptRow> {
  return ctx.db.transaction(async (tx) => {
    await tx.maybe(lockPlayerOfCartOrder, { attemptId });
    const locked = await tx.one(lockAttempt, { attemptId });
    if (locked.state === 'SUBMITTING' && locked.gateway_ref === null) {
      await writeTransition(ctx, tx, locked, {
        to: 'REQUIRES_ACTION',
        source: 'answer',
        event: 'wallet_order_made',
        gatewayRef,
        approveUrl,
      });
    }
    await endTrialOf(ctx, tx, locked, 'open');
    return tx.one(attemptById, { attemptId });
  });
}

async function openingFailed(
  ctx: Ctx,
  attemptId: string,
  opened: Extract<Opened, { kind: 'refused' | 'silent' }>,
): Promise<void> {
  const isRefused = opened.kind === 'refused';
  const code = isRefused ? opened.code : opened.why;
  const { attempt, stoppedIn } = await ctx.db.transaction(async (tx) => {
    await tx.maybe(lockPlayerOfCartOrder, { attemptId });
    const locked = await tx.one(lockAttempt, { attemptId });
    const stop = isRefused ? await stopAfter(ctx, tx, locked, opened, 'open') : null;
    const found = { attempt: locked, stoppedIn: stop };
    const isUnopened = locked.state === 'CREATED' || locked.state === 'SUBMITTING';
    if (!isUnopened || locked.gateway_ref !== null || locked.session_key !== null) return found;
    await writeTransition(ctx, tx, locked, {
      to: 'FAILED',
      failure: 'error',
      source: 'answer',
      event: isRefused ? 'opening_refused' : 'opening_unanswered',
      detail: { code },
    });
    return found;
  });
  if (isRefused) alertOfRefusal(ctx, attempt, opened, stoppedIn);
  // An unsent request has had its alert when the gateway's circuit opened.
  else if (code !== NOT_SENT) raiseAlert(ctx, 'gateway_silent', { attempt: attemptId, code });
}
