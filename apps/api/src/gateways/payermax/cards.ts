import { fieldsOf, listOf, textOf, type Fields } from '../../platform/http-client/json.ts';
import type { CardNews, CardVault, FoundCard, KeptCard, TokenOfPayment } from '../cards.ts';
import { callPayermax, type Answer, type PayermaxLine } from './envelope.ts';
import { ourNumber } from './number.ts';

/** Tokens of cards that payers bound in a payment (payments-more.md §2.3). */
const SCOPE = 'tokenAcq';
const TOKEN = /^[\x21-\x7e]{1,64}$/;

/** PayerMax's kept cards. It knows a token by its payer as well, so that no token of another payer answers. */
export function cardVault(line: PayermaxLine): CardVault {
  return {
    tokenOf: async ({ attemptId }) =>
      tokenIn(await callPayermax(line, 'orderQuery', { outTradeNo: attemptId }), attemptId),
    find: async ({ userId, token }) => {
      const data = { userId, tokenScope: SCOPE, paymentTokenID: token, paymentMethodType: 'CARD' };
      return cardIn(await callPayermax(line, 'inquirePaymentToken', data), { userId, token });
    },
    forget: async ({ userId, token }) => {
      const data = { userId, paymentTokenID: token, removeReason: 'removed in the shop' };
      const answer = await callPayermax(line, 'removePaymentToken', data);
      if (isDeleted(answer, token)) return { kind: 'gone' };
      return doubtful(answer);
    },
  };
}

/** The card of a TOKENIZATION notice; null: it names none. */
export function cardNews(data: Fields): CardNews | null {
  const token = tokenOf(data);
  return token === null ? null : { token, attemptId: ourNumber(data['outTradeNo']) };
}

function tokenIn(answer: Answer, attemptId: string): TokenOfPayment {
  if (answer.kind === 'silent') return doubtful(answer);
  // Its order may be on its way.
  if (answer.code === 'ORDER_NOT_EXIST') return { kind: 'not_yet' };
  const { code, data } = answer;
  const isAbout = textOf(data['outTradeNo'])?.toLowerCase() === attemptId.toLowerCase();
  if (code !== 'APPLY_SUCCESS' || !isAbout) return doubtful(answer);
  switch (data['status']) {
    case 'SUCCESS': {
      const details = fieldsOf(listOf(data['paymentDetails'])[0]);
      const token = tokenOf(details) ?? tokenOf(fieldsOf(details['cardInfo']));
      return token === null ? { kind: 'not_yet' } : { kind: 'token', token };
    }
    case 'FAILED':
    case 'CLOSED':
      return { kind: 'none' };
    default:
      return { kind: 'not_yet' };
  }
}

function cardIn(answer: Answer, { userId, token }: KeptCard): FoundCard {
  if (answer.kind === 'silent' || answer.code !== 'APPLY_SUCCESS') return doubtful(answer);
  const card = listOf(answer.data['tokenList'])
    .map(fieldsOf)
    .find((each) => each['paymentTokenID'] === token && each['userId'] === userId);
  if (card === undefined || card['paymentTokenStatus'] !== 'Activated') return { kind: 'gone' };
  const brand = textOf(card['brand']);
  const last4 = /\d{4}$/.exec(textOf(card['cardInfo']) ?? '')?.[0];
  const expiresAt = new Date(textOf(card['paymentTokenExpiry']) ?? '');
  if (brand === null || last4 === undefined || Number.isNaN(expiresAt.getTime())) {
    return { kind: 'indeterminate', why: 'a card without its face', cause: 'request' };
  }
  // Without a clear "N" the code may be asked for.
  return {
    kind: 'found',
    brand: brand.slice(0, 32),
    last4,
    expiresAt,
    asksCode: card['ifCVV'] !== 'N',
  };
}

function isDeleted(answer: Answer, token: string): boolean {
  if (answer.kind === 'silent' || answer.code !== 'APPLY_SUCCESS') return false;
  const { data } = answer;
  return data['paymentTokenID'] === token && data['paymentTokenStatus'] === 'Deleted';
}

function tokenOf(data: Fields): string | null {
  const token = textOf(data['paymentTokenID']);
  return token !== null && TOKEN.test(token) ? token : null;
}

/** A code that no list has concerns this card alone. */
function doubtful(answer: Answer) {
  return answer.kind === 'silent'
    ? ({ kind: 'indeterminate', why: answer.why } as const)
    : ({ kind: 'indeterminate', why: answer.code, cause: 'request' } as const);
}
