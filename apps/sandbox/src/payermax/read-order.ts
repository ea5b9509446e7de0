import { payermaxNumber } from '../ids.ts';
import { fieldsOf, textOf, type Fields } from '../shape.ts';
import { refused, type Answer } from './answer.ts';
import type { CardOutcome } from './cards.ts';
import {
  firstWrong,
  isAmount,
  isBuyer,
  isCountry,
  isCurrency,
  isHttpUrl,
  isText,
  isTextOrAbsent,
} from './fields.ts';
import type { Payermax } from './payermax.ts';
import type { PaymentToken, Session, Trade } from './trade.ts';

const EXPIRY_SECONDS = { least: 1_800, most: 86_400 };
const TERMINALS = ['WEB', 'WAP', 'APP'];

/** A requested payment, before the bank's decision. */
export type Order = {
  readonly trade: Trade;
  readonly paymentToken: string;
  readonly outcome: CardOutcome;
};

/** Parses `orderAndPay`'s data; the refusal names the first error. */
export function readOrder(
  payermax: Payermax,
  outTradeNo: string,
  data: Fields,
): Order | { refused: Answer } {
  const detail = fieldsOf(data['paymentDetail']);
  const { totalAmount, currency, country, userId, subject, reference, expireTime } = data;
  const { frontCallbackUrl, notifyUrl } = data;
  const wrong = firstWrong({
    integrate: data['integrate'] === 'Direct_Payment',
    subject: isText(subject, 256),
    totalAmount: typeof totalAmount === 'number',
    userId: isText(userId, 64),
    terminalType: TERMINALS.some((terminal) => terminal === data['terminalType']),
    frontCallbackUrl: isHttpUrl(frontCallbackUrl, 1_024),
    notifyUrl: notifyUrl === undefined || isHttpUrl(notifyUrl, 256),
    reference: isTextOrAbsent(reference, 512),
    language: isTextOrAbsent(data['language'], 16),
    expireTime: expireTime === undefined || /^[0-9]{1,9}$/.test(textOf(expireTime) ?? ''),
    buyerInfo: isBuyer(fieldsOf(detail['buyerInfo'])),
  });
  if (wrong !== undefined)
    return refused('PARAMS_INVALID', `${wrong} is missing or has a wrong form.`);
  if (!isCurrency(currency)) return refused('CURRENCY_INVALID', 'The currency is invalid.');
  if (!isCountry(country)) return refused('COUNTRY_INVALID', 'The country is invalid.');
  const amount = Number(totalAmount);
  if (!isAmount(amount, currency)) return refused('AMOUNT_INVALID', 'The amount is invalid.');
  const paid = readToken(payermax, detail);
  if ('refused' in paid) return paid;
  if (!isSamePurchase(paid.session, amount, currency))
    return refused('AMOUNT_INVALID', 'The amount is not that of the session.');
  const now = Date.now();
  const seconds = Number(expireTime ?? EXPIRY_SECONDS.least);
  const clamped = Math.min(Math.max(seconds, EXPIRY_SECONDS.least), EXPIRY_SECONDS.most);
  return {
    paymentToken: paid.paymentToken,
    outcome: paid.token.card.outcome,
    trade: {
      outTradeNo,
      tradeToken: payermaxNumber('T', now),
      totalAmount: amount,
      currency,
      country,
      userId: String(userId),
      subject: String(subject),
      reference: textOf(reference) ?? null,
      notifyUrl: textOf(notifyUrl) ?? `${payermax.ctx.shopUrl}/webhooks/payermax`,
      frontCallbackUrl: String(frontCallbackUrl),
      card: paid.token.card,
      status: 'PENDING',
      resultCode: null,
      resultMsg: null,
      challengeId: null,
      createdAt: now,
      expiresAt: now + clamped * 1_000,
      completedAt: null,
      refundedMinor: 0,
      refundInWork: null,
      caseState: 'none',
    },
  };
}

/** A token pays once, only in its own session. */
function readToken(
  payermax: Payermax,
  { paymentToken, sessionKey }: Fields,
): { paymentToken: string; token: PaymentToken; session: Session } | { refused: Answer } {
  const now = Date.now();
  const session = payermax.sessions.get(textOf(sessionKey) ?? '');
  if (!session || session.expiresAt <= now)
    return refused('PARAMS_INVALID', 'sessionKey does not exist or is over.');
  const token = payermax.tokens.get(textOf(paymentToken) ?? '');
  if (!token || token.expiresAt <= now || token.sessionKey !== session.sessionKey)
    return refused('PARAMS_INVALID', 'paymentToken does not exist, is used or is over.');
  return { paymentToken: String(paymentToken), token, session };
}

function isSamePurchase(session: Session, amount: number, currency: string): boolean {
  if (session.currency !== currency) return false;
  return session.totalAmount === null || Number(session.totalAmount) === amount;
}
