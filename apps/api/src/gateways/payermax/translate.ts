import {
  fieldsOf,
  listOf,
  textOf,
  webAddress,
  type Fields,
} from '../../platform/http-client/json.ts';
import { unreachable } from '../../platform/unreachable.ts';
import type { GatewayAttempt, GatewayResult, Opened } from '../port.ts';
import { reactionTo } from './codes.ts';
import type { Answer } from './envelope.ts';
import { fromWire } from './money.ts';

const indeterminate = (why: string): GatewayResult => ({ kind: 'indeterminate', why });
/** A request-level error or unlisted code: the order is unresolved, but the gateway works. */
const unlisted = (why: string): GatewayResult => ({ kind: 'indeterminate', why, cause: 'request' });
const ABOUT_ANOTHER = indeterminate('the answer is about another order');

/** Reads the answer to `applyDropinSession`, which moves no money: a session, refused or silent. */
export function readSession(answer: Answer, component: string): Opened {
  if (answer.kind === 'silent') return answer;
  const { code, data } = answer;
  const reaction = reactionTo(code);
  switch (reaction) {
    case 'accepted': {
      const clientKey = textOf(data['clientKey']);
      const sessionKey = textOf(data['sessionKey']);
      if (clientKey === null || sessionKey === null) {
        return { kind: 'silent', why: 'a session without its keys' };
      }
      return listOf(data['notSupportedComponent']).includes(component)
        ? { kind: 'refused', code: 'COMPONENT_NOT_SUPPORTED', cause: 'request' }
        : { kind: 'session', clientKey, sessionKey };
    }
    case 'payer':
    case 'access':
    case 'contract':
      return { kind: 'refused', code, cause: reaction };
    case 'nothing_made':
    case 'declined':
    case 'insufficient_balance':
      return { kind: 'refused', code, cause: 'request' };
    case 'indeterminate':
      return { kind: 'silent', why: code };
    case 'unlisted':
      return { kind: 'silent', why: code, cause: 'request' };
    default:
      return unreachable('reaction', reaction);
  }
}

/** Reads the answer to `orderAndPay`, by code and status (payments.md §1.1, §1.2). */
export function readSubmit(answer: Answer, attempt: GatewayAttempt): GatewayResult {
  if (answer.kind === 'silent') return indeterminate(answer.why);
  const { code, data } = answer;
  const reaction = reactionTo(code);
  switch (reaction) {
    case 'accepted':
      return isAbout(data, attempt) ? resultOfStatus(data, attempt) : ABOUT_ANOTHER;
    case 'payer':
    case 'access':
    case 'contract':
      return { kind: 'refused', code, cause: reaction };
    case 'nothing_made':
      return { kind: 'refused', code, cause: 'request' };
    case 'declined':
    case 'insufficient_balance':
      // A decline may omit the number; with another number it is another order's decline.
      return data['outTradeNo'] === undefined || isAbout(data, attempt)
        ? resultOfFailure(code, data)
        : ABOUT_ANOTHER;
    case 'indeterminate':
      return indeterminate(code);
    case 'unlisted':
      return wordOfUnlisted(code, data, attempt);
    default:
      return unreachable('reaction', reaction);
  }
}

/**
 * Reads the answer to `orderQuery`: its own refusals leave the payment open. Only an outage or refused access counts for the
 * circuit: a gateway that has too many queries still takes payments.
 */
export function readQuery(answer: Answer, attempt: GatewayAttempt): GatewayResult {
  if (answer.kind === 'silent') return indeterminate(answer.why);
  const { code, data } = answer;
  if (code === 'ORDER_NOT_EXIST') return { kind: 'not_found' };
  const reaction = reactionTo(code);
  if (reaction !== 'accepted') {
    const isOutage = reaction === 'indeterminate' || reaction === 'access';
    return isOutage ? indeterminate(code) : unlisted(code);
  }
  return isAbout(data, attempt) ? resultOfStatus(data, attempt) : ABOUT_ANOTHER;
}

/** The result of an order's state, in an answer about `attempt` or in a notification's verified `data`. */
export function resultOfStatus(
  data: Fields,
  attempt: GatewayAttempt | null,
  merchantIsOurs = true,
): GatewayResult {
  const gatewayRef = textOf(data['tradeToken']) ?? attempt?.gatewayRef ?? null;
  switch (data['status']) {
    case 'SUCCESS': {
      if (gatewayRef === null) return indeterminate('paid, but without a trade token');
      const currency = textOf(data['currency']);
      return {
        kind: 'paid',
        gatewayRef,
        captureRef: gatewayRef,
        amount: currency === null ? null : fromWire(data['totalAmount'], currency),
        currency,
        merchantIsOurs,
        card: cardOf(data),
      };
    }
    case 'PENDING': {
      const url = webAddress(data['redirectUrl']);
      if (url !== null) {
        const picture = pictureOf(data);
        return { kind: 'action', gatewayRef, url, ...(picture !== null && { picture }) };
      }
      const code = payCodeOf(data);
      return code === null
        ? { kind: 'pending', gatewayRef, alarm: null }
        : { kind: 'action', gatewayRef, url: null, code };
    }
    case 'FAILED':
    case 'CLOSED':
      return resultOfFailure(textOf(data['resultCode']) ?? '', data);
    default:
      return unlisted('a status that is not listed');
  }
}

/**
 * The number to pay with: `vaCode` of the order's answer, which queries and notifications repeat as `paymentCode`; or the
 * text of a QR code. Length and characters are validated.
 */
function payCodeOf(data: Fields): string | null {
  const code = textOf(data['vaCode']) ?? textOf(data['paymentCode']);
  if (code !== null) return /^[0-9A-Za-z -]{4,64}$/.test(code) ? code : null;
  const text = textOf(data['qrCode']);
  return text !== null && /^[\x20-\x7e]{16,512}$/.test(text) ? text : null;
}

/** URL of the QR image sent with an app link; length and characters are validated. */
function pictureOf(data: Fields): string | null {
  const address = webAddress(data['qrCodeUrl']);
  return address !== null && /^[\x21-\x7e]{8,1000}$/.test(address) ? address : null;
}

function resultOfFailure(code: string, data: Fields): GatewayResult {
  const { status } = data;
  if (status === 'SUCCESS' || status === 'PENDING') return indeterminate(`${code}, but ${status}`);
  if (status === 'CLOSED') return { kind: 'closed' };
  const isBalance = reactionTo(code) === 'insufficient_balance';
  const gatewayRef = textOf(data['tradeToken']);
  const failure = isBalance ? 'insufficient_balance' : 'declined';
  const card = declinedCardOf(data);
  return { kind: 'declined', failure, gatewayRef, ...(card !== null && { card }) };
}

/** An unlisted code is indeterminate, unless the order's status beside it is failed or pending. */
function wordOfUnlisted(code: string, data: Fields, attempt: GatewayAttempt): GatewayResult {
  if (data['status'] === 'SUCCESS' || !isAbout(data, attempt)) return unlisted(code);
  const result = resultOfStatus(data, attempt);
  return result.kind === 'indeterminate' ? unlisted(code) : result;
}

/** PayerMax compares numbers without case. */
function isAbout(data: Fields, attempt: GatewayAttempt): boolean {
  return textOf(data['outTradeNo'])?.toLowerCase() === attempt.id.toLowerCase();
}

/** Masked digits and expiry: together they tell most cards apart. */
function declinedCardOf(data: Fields): string | null {
  const card = cardInfoOf(data);
  const masked = cardOf(data)?.masked ?? null;
  if (masked === null) return null;
  const expiry = [card['cardExpirationMonth'], card['cardExpirationYear']];
  return [masked, ...expiry.map((each) => textOf(each) ?? '')].join(' ').slice(0, 64);
}

function cardInfoOf(data: Fields): Fields {
  const details = fieldsOf(listOf(data['paymentDetails'])[0]);
  return fieldsOf(details['cardInfo']);
}

function cardOf(data: Fields): { readonly brand: string; readonly masked: string } | null {
  const card = cardInfoOf(data);
  const brand = textOf(card['cardOrg']);
  const last4 = textOf(card['cardLast4']);
  const number = textOf(card['cardIdentifierNo']) ?? (last4 === null ? null : `****${last4}`);
  if (brand === null || number === null) return null;
  return { brand: brand.slice(0, 32), masked: maskedNumber(number) };
}

/** Keeps only the first six and last four digits (payments.md §0.7). */
function maskedNumber(number: string): string {
  const short = number.slice(0, 32);
  const middle = short.slice(6, -4).replaceAll(/\d/g, '*');
  return short.length <= 10 ? short : short.slice(0, 6) + middle + short.slice(-4);
}
