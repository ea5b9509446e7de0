import { accountOf } from '../account.ts';
import { randomId } from '../ids.ts';
import type { Change } from '../store.ts';
import type { Message } from './messages.ts';
import type { Payermax } from './payermax.ts';
import type { KeptCard, Trade } from './trade.ts';

export const newTokenId = (): string => `PMTOKEN${randomId(24)}`;

/** Keeps the card of a paid trade whose payer agreed, and tells the merchant with the order's number. */
export function keepCard(payermax: Payermax, trade: Trade, delayMs?: number): Change[] {
  const { paymentTokenID, card, userId, notifyUrl, outTradeNo } = trade;
  const account = accountOf(trade);
  const isNew = trade.status === 'SUCCESS' && trade.isKept === true;
  if (!isNew || paymentTokenID === undefined || card === null) return [];
  const made = { paymentTokenID, userId, card, notifyUrl, account };
  const kept: KeptCard = { ...made, status: 'Activated' };
  return [
    payermax.kept.put(paymentTokenID, kept),
    ...payermax.webhooks.post(notifyUrl, tokenMessage(kept, outTradeNo), delayMs),
  ];
}

/** Changes the state of a kept card, with its notice. */
export function changeCard(
  payermax: Payermax,
  before: KeptCard,
  status: KeptCard['status'],
): Change[] {
  const kept = { ...before, status };
  return [
    payermax.kept.put(kept.paymentTokenID, kept),
    ...payermax.webhooks.post(kept.notifyUrl, tokenMessage(kept, null)),
  ];
}

/** A kept card as queries and notices show it. */
export function cardFields({ paymentTokenID, userId, card, status }: KeptCard) {
  return {
    paymentTokenID,
    userId,
    tokenScope: 'tokenAcq',
    paymentTokenStatus: status,
    paymentTokenExpiry: new Date(endOf(card)).toISOString(),
    paymentMethodType: 'CARD',
    targetOrg: '',
    brand: card.org,
    cardInfo: card.masked,
    ifCVV: card.kept?.asksCode === true ? 'Y' : 'N',
    accountDisplay: '',
  };
}

/** The end of the card's last month. */
function endOf({ expiryYear, expiryMonth }: KeptCard['card']): number {
  return Date.UTC(Number(expiryYear), Number(expiryMonth), 1);
}

/** The first notice alone names the order. */
function tokenMessage(kept: KeptCard, outTradeNo: string | null): Message {
  const order = outTradeNo === null ? {} : { outTradeNo };
  return {
    account: accountOf(kept),
    notifyType: 'TOKENIZATION',
    code: 'APPLY_SUCCESS',
    msg: 'Success.',
    data: { ...cardFields(kept), ...order },
  };
}
