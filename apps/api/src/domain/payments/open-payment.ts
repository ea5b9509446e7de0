import { accountsOf } from '../../config/merchants.ts';
import type { CallResult } from '@webpay/contract/calls';
import { fromMinor } from '@webpay/contract/money';
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import type { ChannelRow } from '../catalog/channels.ts';
import { shownPicture } from '../orders/code-picture.ts';
import { orderToken } from '../orders/ids.ts';
import {
  agreedToWallet,
  doubtCard,
  dropCard,
  notUsable,
  type ChosenCard,
} from '../saved-cards/pay-with-card.ts';
import { mayKeepMore, type CardRight } from '../saved-cards/rights.ts';
import { openAtGateway } from './open-at-gateway.ts';
import { prepareAttempt } from './prepare-attempt.ts';
import type { Payer, Purchase } from './purchase.ts';
import { attemptById, type AttemptRow } from './queries.ts';
import { submitAttempt, submitSavedCard } from './submit-attempt.ts';

type Answer = CallResult<'orderCreate'>;

/** The saved cards of an opening's character: one that pays at once, and the right to keep another. */
type Cards = {
  readonly chosen: ChosenCard | null;
  readonly right: CardRight | null;
  /** The payer of a wallet agreed that it is kept. */
  readonly keepsWallet: boolean;
};
const NO_CARDS: Cards = { chosen: null, right: null, keepsWallet: false };

/**
 * Makes the order (or finds the one with the same key) and its attempt, commits them, then opens a
 * session or wallet order at the gateway, or submits a method that has neither, and a saved card or wallet.
 * @throws Refusal of prepare-attempt.ts; ORDER_FAILED when the gateway refuses, GATEWAY_SILENT
 *   without an answer. Neither can charge. CHANNEL_UNAVAILABLE for a saved card that cannot pay.
 */
export async function openPayment(
  ctx: Ctx,
  purchase: Purchase,
  payer: Payer,
  { chosen, right, keepsWallet }: Cards = NO_CARDS,
): Promise<Answer> {
  const { method } = purchase.channel;
  const isCard = method === 'card';
  const keepsWallets = method === 'wallet' && ctx.config.paypal.keepsWallets;
  if (chosen !== null && !isCard && !keepsWallets) throw new Refusal('PARAMETER_ERROR');
  const keeps = keepsWallets && keepsWallet && mayKeepMore(right);
  const wallet = chosen !== null ? 'saved' : keeps ? 'kept' : undefined;
  const { attempt, isOpenable } = await prepareAttempt(ctx, {
    ...purchase,
    ...(method === 'wallet' && { wallet }),
  });
  if (!isOpenable) return answerOf(ctx, attempt, null);
  const { flow } = purchase.channel.facts;
  if (flow === 'redirect' || flow === 'voucher' || flow === 'qr') {
    return submitLocal(ctx, attempt, purchase.channel, payer);
  }
  if (chosen !== null) return payWithSaved(ctx, attempt, chosen, payer);
  const offersSaving = isCard
    ? mayKeepMore(right)
    : attempt.offers_saving && (await agreedToWallet(ctx, attempt, right));
  const opened = await openAtGateway(ctx, attempt, purchase.channel, offersSaving);
  return answerOf(ctx, opened, payOf(ctx, opened));
}

/**
 * Submits an attempt of a local method, which has nothing to open: silence is an unknown result, and its order waits.
 * @throws Refusal ORDER_FAILED when the gateway refuses before it makes anything
 */
async function submitLocal(
  ctx: Ctx,
  { id: attemptId }: AttemptRow,
  channel: ChannelRow,
  payer: Payer,
): Promise<Answer> {
  const local = { kind: 'local', method: channel.facts, payer: payer.data } as const;
  const applied = await submitAttempt(ctx, attemptId, local, payer, 'player');
  if (applied?.result === 'refused') throw new Refusal('ORDER_FAILED');
  return answerWithPage(ctx, attemptId, payer);
}

/**
 * Charges a saved card. A bank that asks for its player answers with its page.
 * @throws Refusal CHANNEL_UNAVAILABLE for a card that cannot pay, which charged nothing
 */
async function payWithSaved(
  ctx: Ctx,
  { id: attemptId }: AttemptRow,
  chosen: ChosenCard,
  payer: Payer,
): Promise<Answer> {
  const applied = await submitSavedCard(ctx, attemptId, chosen, payer);
  if (applied?.result === 'refused' || applied?.result === 'token_gone') {
    const end = applied.result === 'token_gone' ? dropCard : doubtCard;
    await end(ctx, chosen.cardId);
    throw notUsable();
  }
  return answerWithPage(ctx, attemptId, payer);
}

async function answerWithPage(
  ctx: Ctx,
  attemptId: string,
  { terminal, redirectUrl }: Payer,
): Promise<Answer> {
  const attempt = await ctx.db.one(attemptById, { attemptId });
  // The order itself shows a code, on every device.
  const { state, action_url: url, pay_code: code, source } = attempt;
  if (state !== 'REQUIRES_ACTION' || url === null) return answerOf(ctx, attempt, null);
  // A computer stays at the order, which shows the picture of the page's code. A mall's page shows none, nor does
  // the page of a second phone, which names its way back.
  const staysHere = terminal === 'WEB' && source !== 'mall' && redirectUrl === null;
  const isShown = staysHere && code !== null && shownPicture(ctx, code) !== null;
  if (isShown) return answerOf(ctx, attempt, null);
  const show = { kind: 'redirect', url, opens: 'page' } as const;
  return answerOf(ctx, attempt, { kind: 'local', show });
}

function answerOf(ctx: Ctx, opened: AttemptRow, pay: Answer['pay']): Answer {
  return {
    order_id: opened.order_id,
    order_no: opened.order_no,
    token: orderToken(ctx, opened.order_id),
    // A wallet order that is being opened cannot be paid yet.
    state: pay === null && opened.order_state === 'open' ? 'waiting' : opened.order_state,
    // The total of the attempt that paid, if another one did.
    total: fromMinor(opened.order_total_minor, opened.order_currency),
    expires_at: opened.expires_at.getTime(),
    pay,
  };
}

function payOf(ctx: Ctx, attempt: AttemptRow): NonNullable<CallResult<'orderCreate'>['pay']> {
  if (attempt.provider === 'paypal') {
    const account = accountsOf(ctx.config, attempt.merchant).paypal;
    if (attempt.gateway_ref === null || attempt.approve_url === null || account === null) {
      throw new Refusal('TRY_AGAIN');
    }
    return {
      kind: 'paypal',
      order_id: attempt.gateway_ref,
      invoice_id: attempt.id,
      client_id: account.clientId,
      sdk_url: account.sdkUrl,
      approve_url: attempt.approve_url,
    };
  }
  if (attempt.client_key === null || attempt.session_key === null) throw new Refusal('TRY_AGAIN');
  return {
    kind: componentOf(attempt.method),
    client_key: attempt.client_key,
    session_key: attempt.session_key,
    sdk_url: ctx.config.payermax.sdkUrl,
    sandbox: ctx.config.payermax.isTestWorld,
    ...(attempt.offers_saving && { asks_to_save: true }),
  };
}

/** The gateway's component of a card, or of a device's own wallet. */
function componentOf(method: AttemptRow['method']) {
  if (method === 'apple_pay') return 'payermax_apple_pay';
  return method === 'google_pay' ? 'payermax_google_pay' : 'payermax_card';
}
