import { createHash } from 'node:crypto';
import { fieldsOf, parseJson, textOf, type Fields } from '../../platform/http-client/json.ts';
import type { Notification, VerifiedNotification, WebhookHeaders } from '../port.ts';
import { unreadable } from '../unreadable.ts';
import { isFromPayermax, type PayermaxLine } from './envelope.ts';
import { cardNews } from './cards.ts';
import { moneyBackUpdate } from './money-back.ts';
import { ourNumber } from './number.ts';
import { resultOfStatus } from './translate.ts';

type Receiver = Pick<PayermaxLine, 'appId' | 'merchantNo' | 'platformKeys' | 'countSecondKey'>;

/** PayerMax's numbers have at most 64 characters; longer ones are invalid and only cut to fit. */
const LONGEST_PART = 100;

/** Verifies the signature over the raw bytes first; a signed message is stored even if it is unreadable. */
export function verifyNotification(
  receiver: Receiver,
  rawBody: Buffer,
  headers: WebhookHeaders,
): VerifiedNotification {
  const { sign } = headers;
  if (typeof sign !== 'string') return { kind: 'bad_signature', why: 'no sign header, or several' };
  if (!isFromPayermax(receiver, rawBody, sign)) {
    return { kind: 'bad_signature', why: 'invalid signature' };
  }
  const notification = readNotification(receiver, rawBody) ?? unreadable(rawBody);
  return { kind: 'verified', notification };
}

/** Translates a body that was verified when it was stored; null when it is no notification. */
export function readNotification(receiver: Receiver, rawBody: Buffer): Notification | null {
  const message = fieldsOf(parseJson(rawBody));
  const notifyType = textOf(message['notifyType']);
  if (notifyType === null) return null;
  const data = fieldsOf(message['data']);
  // The published example of TOKENIZATION names the application otherwise than its list of fields.
  const { appId = message['merchantAppId'], merchantNo } = message;
  const isOurs = appId === receiver.appId && merchantNo === receiver.merchantNo;
  const isPayment = notifyType === 'PAYMENT';
  // A notification's failure reason is the message's own code.
  const resultCode = textOf(data['resultCode']) ?? message['code'];
  const card = notifyType === 'TOKENIZATION' && isOurs ? cardNews(data) : null;
  return {
    eventKey: eventKeyOf(notifyType, data),
    eventType: notifyType,
    attemptId: ourNumber(data['outTradeNo']),
    gatewayRef: textOf(data['tradeToken']),
    result: isPayment ? resultOfStatus({ ...data, resultCode }, null, isOurs) : null,
    update: isPayment ? null : moneyBackUpdate(notifyType, data, isOurs),
    ...(card !== null && { card }),
  };
}

/**
 * The event key is made of content, because PayerMax sends no event id and a repeat has a new time
 * (payments.md §1.4). Dispute and refund numbers come first, as an order may have several. A refund
 * of PayerMax's own pages may have only PayerMax's number. A number that is paid twice has two trade tokens.
 */
function eventKeyOf(notifyType: string, data: Fields): string {
  const number =
    tokenNumber(notifyType, data) ||
    textOf(data['caseId']) ||
    ourNumber(data['outRefundNo']) ||
    (notifyType === 'REFUND' && textOf(data['refundTradeNo'])) ||
    ourNumber(data['outTradeNo']) ||
    '';
  const stateOf = notifyType === 'TOKENIZATION' ? 'paymentTokenStatus' : 'status';
  const status = textOf(data[stateOf]) ?? '';
  const token = notifyType === 'PAYMENT' ? textOf(data['tradeToken']) : null;
  return [notifyType, number, status, token ?? textOf(data['caseResult']) ?? '']
    .map((part) => part.slice(0, LONGEST_PART))
    .join('|');
}

/** A hash: a token must not stand in a key, which operators read. */
function tokenNumber(notifyType: string, data: Fields): string | null {
  const token = notifyType === 'TOKENIZATION' ? textOf(data['paymentTokenID']) : null;
  return token === null ? null : createHash('sha256').update(token).digest('base64url');
}
