import { accountOf } from '../account.ts';
import { payermaxNumber } from '../ids.ts';
import { fieldsOf, textOf, type Fields } from '../shape.ts';
import { refused, type Answer } from './answer.ts';
import type { Card, CardOutcome } from './cards.ts';
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
import { methodOfContract, type LocalMethod } from './local-methods.ts';
import type { Payermax } from './payermax.ts';
import type { PaymentToken, Session, Trade } from './trade.ts';

const EXPIRY_SECONDS = { least: 1_800, most: 86_400 };
const TERMINALS = ['WEB', 'WAP', 'APP'];

/** A requested payment, before the bank's decision. */
export type Order = {
  readonly trade: Trade;
  /** Null: a local method has none. */
  readonly paymentToken: string | null;
  readonly outcome: CardOutcome | 'page' | 'code' | 'qr';
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
  const isHosted = data['integrate'] === 'Hosted_Checkout';
  const wrong = firstWrong({
    integrate: isHosted || data['integrate'] === 'Direct_Payment',
    subject: isText(subject, 256),
    totalAmount: typeof totalAmount === 'number',
    userId: isText(userId, 64),
    terminalType: TERMINALS.some((terminal) => terminal === data['terminalType']),
    frontCallbackUrl: isHttpUrl(frontCallbackUrl, 1_024),
    notifyUrl: notifyUrl === undefined || isHttpUrl(notifyUrl, 256),
    reference: isTextOrAbsent(reference, 512),
    language: isTextOrAbsent(data['language'], 16),
    expireTime: expireTime === undefined || /^[0-9]{1,9}$/.test(textOf(expireTime) ?? ''),
    // PayerMax's page asks its payer by itself.
    buyerInfo: isHosted || isBuyer(fieldsOf(detail['buyerInfo'])),
  });
  if (wrong !== undefined)
    return refused('PARAMS_INVALID', `${wrong} is missing or has a wrong form.`);
  if (!isCurrency(currency)) return refused('CURRENCY_INVALID', 'The currency is invalid.');
  if (!isCountry(country)) return refused('COUNTRY_INVALID', 'The country is invalid.');
  const amount = Number(totalAmount);
  if (!isAmount(amount, currency)) return refused('AMOUNT_INVALID', 'The amount is invalid.');
  const isLocal = isHosted || detail['targetOrg'] !== undefined;
  const paid = isLocal
    ? readLocal(detail, country, currency, isHosted)
    : detail['paymentTokenID'] === undefined
      ? readCardToken(payermax, detail, amount, currency)
      : readKept(payermax, detail, userId);
  if ('refused' in paid) return paid;
  const now = Date.now();
  const seconds = Number(expireTime ?? EXPIRY_SECONDS.least);
  const clamped = Math.min(Math.max(seconds, EXPIRY_SECONDS.least), EXPIRY_SECONDS.most);
  const { voucher, qr } = paid.local ?? {};
  // Without an `expireTime` a method closes in its own time.
  const lifeMs = voucher && expireTime === undefined ? voucher.lifeMs : clamped * 1_000;
  return {
    paymentToken: paid.paymentToken,
    outcome: paid.outcome ?? paid.card?.outcome ?? (voucher ? 'code' : qr ? 'qr' : 'page'),
    trade: {
      outTradeNo,
      account: payermax.account,
      tradeToken: payermaxNumber('T', now),
      totalAmount: amount,
      currency,
      country,
      userId: String(userId),
      subject: String(subject),
      reference: textOf(reference) ?? null,
      notifyUrl: textOf(notifyUrl) ?? `${payermax.ctx.shopUrl}/webhooks/payermax`,
      frontCallbackUrl: String(frontCallbackUrl),
      card: paid.card,
      local: paid.local,
      ...(paid.isKept === true && { isKept: true }),
      ...(paid.paymentTokenID !== undefined && { paymentTokenID: paid.paymentTokenID }),
      status: 'PENDING',
      resultCode: null,
      resultMsg: null,
      challengeId: null,
      createdAt: now,
      expiresAt: now + lifeMs,
      completedAt: null,
      refundedMinor: 0,
      refundInWork: null,
      caseState: 'none',
    },
  };
}

type Paid = {
  readonly paymentToken: string | null;
  readonly card: Card | null;
  readonly local: LocalMethod | null;
  readonly isKept?: boolean;
  readonly paymentTokenID?: string;
  /** The outcome of a kept card that behaves otherwise than at first. */
  readonly outcome?: CardOutcome | undefined;
};

/** One method of the contract, in its own country: a voucher, a QR code and an app by the direct call, others on their page. */
function readLocal(
  { paymentMethodType, targetOrg, buyerInfo }: Fields,
  country: string,
  currency: string,
  isHosted: boolean,
): Paid | { refused: Answer } {
  const local = methodOfContract(paymentMethodType, targetOrg);
  const isDirect =
    local?.voucher !== undefined || local?.qr !== undefined || local?.hasPicture === true;
  if (!local || isHosted === isDirect)
    return refused('MERCHANT_SIGNED_PRODUCT_ERROR', 'The method is not in the contract.');
  if (country !== local.country) return refused('COUNTRY_INVALID', 'The country is invalid.');
  if (currency !== local.currency) return refused('CURRENCY_INVALID', 'The currency is invalid.');
  const { taxType, taxNo } = fieldsOf(buyerInfo);
  if (local.needsTaxNo && !isTaxNo(taxType, taxNo))
    return refused('PARAMS_INVALID', 'buyerInfo.taxNo is missing or has a wrong form.');
  // The code is published; that it answers this call is assumed.
  if (local.needsTaxNo && taxNo === REFUSED_CPF)
    return refused('ID_NUM_INVALID', 'The number of the document is not known.');
  return { paymentToken: null, card: null, local };
}

/** A CPF with right check digits that no payer has: the gateway refuses it. */
const REFUSED_CPF = '00000000191';

const isTaxNo = (type: unknown, no: unknown): boolean =>
  typeof no === 'string' &&
  ((type === 'CPF' && /^\d{11}$/.test(no)) || (type === 'CNPJ' && /^[0-9A-Z]{12}\d{2}$/.test(no)));

function readCardToken(
  payermax: Payermax,
  detail: Fields,
  amount: number,
  currency: string,
): Paid | { refused: Answer } {
  const paid = readToken(payermax, detail);
  if ('refused' in paid) return paid;
  if (!isSamePurchase(paid.session, amount, currency))
    return refused('AMOUNT_INVALID', 'The amount is not that of the session.');
  const keep = detail['tokenForFutureUse'];
  const isKept = keep === true;
  const isAgreed = paid.session.tokenForFutureUse === true && paid.token.agreementAccepted === true;
  if ((keep !== undefined && typeof keep !== 'boolean') || (isKept && !isAgreed))
    return refused('PARAMS_INVALID', 'tokenForFutureUse has no agreement of the payer.');
  return { paymentToken: paid.paymentToken, card: paid.token.card, local: null, isKept };
}

/** A kept card of this user pays without a session, and without its code only if that is not asked for. */
function readKept(payermax: Payermax, detail: Fields, userId: unknown): Paid | { refused: Answer } {
  const { paymentTokenID, paymentMethodType, tokenForFutureUse } = detail;
  const isMixed = detail['sessionKey'] !== undefined || detail['paymentToken'] !== undefined;
  if (isMixed || paymentMethodType !== 'CARD' || tokenForFutureUse === true)
    return refused('PARAMS_INVALID', 'paymentDetail of a kept card has a wrong form.');
  const kept = payermax.kept.get(textOf(paymentTokenID) ?? '');
  if (!kept || kept.userId !== userId || kept.status !== 'Activated')
    return refused('PARAMS_INVALID', 'paymentTokenID does not exist or is over.');
  if (kept.card.kept?.asksCode === true)
    return refused('PARAMS_INVALID', 'The security code is missing.');
  const { card } = kept;
  const { outcome } = card.kept ?? {};
  return {
    paymentToken: null,
    card,
    local: null,
    paymentTokenID: kept.paymentTokenID,
    outcome,
  };
}

/** A token pays once, only in its own session. */
function readToken(
  payermax: Payermax,
  { paymentToken, sessionKey }: Fields,
): { paymentToken: string; token: PaymentToken; session: Session } | { refused: Answer } {
  const now = Date.now();
  const session = payermax.sessions.get(textOf(sessionKey) ?? '');
  const isOurs = session !== undefined && accountOf(session) === payermax.account;
  if (!isOurs || session.expiresAt <= now)
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
