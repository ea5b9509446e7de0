import { randomId } from '../ids.ts';
import type { Change, Table } from '../store.ts';
import { textOf, type Fields } from '../shape.ts';
import { paramsInvalid, refusal, success, type Answer } from './answer.ts';
import { readCard, type CardRefusal } from './cards.ts';
import { firstWrong, isAmount, isCountry, isCurrency, isText } from './fields.ts';
import type { Payermax } from './payermax.ts';
import type { PaymentToken, Session } from './trade.ts';

const SESSION_LIVES_MS = 30 * 60_000;
const SWEPT_AT_ONCE = 20;
const AMOUNT = /^[0-9]+(\.[0-9]{1,4})?$/;
const COMPONENTS = new Set(['CARD', 'APPLEPAY', 'GOOGLEPAY']);

export function applyDropinSession(payermax: Payermax, data: Fields): Answer {
  const { totalAmount, currency, country, userId, componentList, tokenForFutureUse } = data;
  const wrong = firstWrong({
    userId: isText(userId, 64),
    totalAmount:
      totalAmount === undefined || (typeof totalAmount === 'string' && AMOUNT.test(totalAmount)),
    componentList: componentList === undefined || isComponentList(componentList),
    tokenForFutureUse:
      tokenForFutureUse === undefined ||
      tokenForFutureUse === null ||
      typeof tokenForFutureUse === 'boolean',
  });
  if (wrong !== undefined) return paramsInvalid(`${wrong} is missing or has a wrong form.`);
  if (!isCurrency(currency)) return refusal('CURRENCY_INVALID', 'The currency is invalid.');
  if (!isCountry(country)) return refusal('COUNTRY_INVALID', 'The country is invalid.');
  if (typeof totalAmount === 'string' && !isAmount(Number(totalAmount), currency)) {
    return refusal('AMOUNT_INVALID', 'The amount is invalid.');
  }
  const session: Session = {
    account: payermax.account,
    clientKey: randomId(32),
    sessionKey: randomId(32),
    totalAmount: typeof totalAmount === 'string' ? totalAmount : null,
    currency,
    country,
    userId: String(userId),
    tokenForFutureUse: tokenForFutureUse === true,
    expiresAt: Date.now() + SESSION_LIVES_MS,
  };
  payermax.ctx.store.commit([
    payermax.sessions.put(session.sessionKey, session),
    ...overdue(payermax.sessions),
    ...overdue(payermax.tokens),
  ]);
  const { clientKey, sessionKey } = session;
  return success({ clientKey, sessionKey, notSupportedComponent: [] });
}

export type TokenResult =
  | { readonly token: string; readonly card: PaymentToken['card']; readonly isAgreed?: boolean }
  | { readonly refused: CardRefusal | { readonly field: 'session'; readonly msg: string } };

export function tokenise(payermax: Payermax, body: Fields): TokenResult {
  const { clientKey, sessionKey } = body;
  const session = payermax.sessions.get(textOf(sessionKey) ?? '');
  if (!session || session.clientKey !== clientKey || session.expiresAt <= Date.now()) {
    return { refused: { field: 'session', msg: 'the session does not exist or is over' } };
  }
  const typed = (name: string): string => textOf(body[name]) ?? '';
  const card = readCard(
    {
      number: typed('number'),
      expiry: typed('expiry'),
      cvv: typed('cvv'),
      holder: typed('holder'),
    },
    new Date(),
  );
  if ('field' in card) return { refused: card };
  const token = randomId(32);
  const expiresAt = Date.now() + SESSION_LIVES_MS;
  // Without the question there is no answer.
  const isAgreed = session.tokenForFutureUse === true ? body['agree'] === true : undefined;
  const agreed = isAgreed === undefined ? {} : { agreementAccepted: isAgreed };
  const row: PaymentToken = { sessionKey: session.sessionKey, card, ...agreed, expiresAt };
  payermax.ctx.store.commit([payermax.tokens.put(token, row)]);
  return { token, card, ...(isAgreed !== undefined && { isAgreed }) };
}

/** Whether the form of a session asks its payer to keep the card. */
export function asksToKeep(payermax: Payermax, { clientKey, sessionKey }: Fields): boolean {
  const session = payermax.sessions.get(textOf(sessionKey) ?? '');
  return session?.clientKey === clientKey && session?.tokenForFutureUse === true;
}

/** Removes expired rows while new sessions are made: a few at a time, oldest first. */
function overdue<T extends { readonly expiresAt: number }>(table: Table<T>): Change[] {
  const changes: Change[] = [];
  for (const [id, row] of table.rows) {
    // Rows are in order of creation, with equal lifetimes.
    if (row.expiresAt > Date.now() || changes.length >= SWEPT_AT_ONCE) break;
    changes.push(table.remove(id));
  }
  return changes;
}

function isComponentList(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((item) => typeof item === 'string' && COMPONENTS.has(item))
  );
}
