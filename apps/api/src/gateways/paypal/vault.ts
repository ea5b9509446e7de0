import { fieldsOf, textOf, type Fields } from '../../platform/http-client/json.ts';
import type { CardNews, CardVault, FoundCard, PaidCard, TokenOfPayment } from '../cards.ts';
import { callPaypal, unanswered, type Paypal } from './call.ts';
import { isOurs, unitOf } from './translate.ts';

/** Asks PayPal to keep the wallet that pays an order, whose payer ticked the shop's box (payments-more.md §3.1). */
export const KEEP = {
  vault: { store_in_vault: 'ON_SUCCESS', usage_type: 'MERCHANT', customer_type: 'CONSUMER' },
} as const;

/** Refused because the account may not keep wallets: the payment itself needs none of it. */
export const NO_VAULT = 'NOT_ENABLED_TO_VAULT_PAYMENT_SOURCE';

/** The token cannot pay any more: its row is dropped. */
const GONE = new Set([
  'TOKEN_ID_NOT_FOUND',
  'TOKEN_EXPIRED',
  'MISMATCHED_VAULT_ID_TO_PAYMENT_SOURCE',
]);
export const isTokenGone = (code: string): boolean => GONE.has(code);

const TOKEN = /^[0-9a-zA-Z_-]{1,36}$/;
const isToken = (text: string | null): text is string => text !== null && TOKEN.test(text);

/** PayPal's kept wallets. */
export function walletVault(paypal: Paypal): CardVault {
  return {
    tokenOf: (payment) => tokenOf(paypal, payment),
    find: ({ token }) => find(paypal, token),
    forget: async ({ token }) => {
      const reply = await callPaypal(paypal, { ...callAbout(token), method: 'DELETE' });
      if (reply.kind === 'silent') return unanswered(reply);
      if (reply.kind === 'ok' || reply.status === 404) return { kind: 'gone' };
      return { kind: 'indeterminate', why: reply.issue, cause: 'request' };
    },
  };
}

/** A token pays, so no log has it. */
const callAbout = (token: string) => ({
  path: `/v3/vault/payment-tokens/${encodeURIComponent(token)}`,
  logPath: '/v3/vault/payment-tokens/…',
});

/** The order of the payment says whether its wallet is kept; APPROVED is kept later. */
async function tokenOf(
  paypal: Paypal,
  { attemptId, gatewayRef, isOver }: PaidCard,
): Promise<TokenOfPayment> {
  const unpaid = { kind: isOver ? 'none' : 'not_yet' } as const;
  if (gatewayRef === null) return unpaid;
  const path = `/v2/checkout/orders/${encodeURIComponent(gatewayRef)}`;
  const reply = await callPaypal(paypal, { path });
  if (reply.kind === 'silent') return unanswered(reply);
  if (reply.kind === 'error') {
    return reply.status === 404
      ? unpaid
      : { kind: 'indeterminate', why: reply.issue, cause: 'request' };
  }
  const { unit, captures } = unitOf(reply.body);
  const invoice = textOf(captures[0]?.['invoice_id']) ?? textOf(unit['invoice_id']);
  if (reply.body['id'] !== gatewayRef || invoice !== attemptId || !isOurs(paypal, unit['payee'])) {
    return { kind: 'indeterminate', why: 'the answer is about another order', cause: 'request' };
  }
  if (reply.body['status'] === 'VOIDED') return { kind: 'none' };
  if (reply.body['status'] !== 'COMPLETED') return unpaid;
  const source = fieldsOf(fieldsOf(reply.body['payment_source'])['paypal']);
  const vault = fieldsOf(fieldsOf(source['attributes'])['vault']);
  const id = textOf(vault['id']);
  if (vault['status'] === 'VAULTED' && isToken(id)) return { kind: 'token', token: id };
  return { kind: vault['status'] === 'APPROVED' ? 'not_yet' : 'none' };
}

async function find(paypal: Paypal, token: string): Promise<FoundCard> {
  const reply = await callPaypal(paypal, callAbout(token));
  if (reply.kind === 'silent') return unanswered(reply);
  if (reply.kind === 'error') {
    const isGone = reply.status === 404 || isTokenGone(reply.issue);
    return isGone
      ? { kind: 'gone' }
      : { kind: 'indeterminate', why: reply.issue, cause: 'request' };
  }
  const wallet = fieldsOf(fieldsOf(reply.body['payment_source'])['paypal']);
  const email = textOf(wallet['email_address']);
  if (reply.body['id'] !== token || email === null) {
    return { kind: 'indeterminate', why: 'a wallet without its face', cause: 'request' };
  }
  return { kind: 'found_wallet', account: maskEmail(email) };
}

/** "m…@example.com": the whole address is kept nowhere. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '…' : `${email.slice(0, 1)}…${email.slice(at, at + 64)}`;
}

/** The wallet of a VAULT event; null: it names none. */
export function walletNews(resource: Fields): CardNews | null {
  const token = textOf(resource['id']);
  if (!isToken(token)) return null;
  const gatewayRef = textOf(fieldsOf(resource['metadata'])['order_id']);
  return { token, attemptId: null, gatewayRef };
}
