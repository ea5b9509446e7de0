import { createPrivateKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { TestShop } from './environment.ts';
import { createPayermaxGateway } from '../../apps/api/src/gateways/payermax/gateway.ts';
import { approveWallet, createShopper, postJson, want, type Shopper } from './shopper.ts';
import { statementOf } from './shared-environment.ts';

/** Changes at the gateways themselves: disputes, and refunds from their own pages. */

type Outside = Pick<TestShop, 'url' | 'sandboxUrl'>;

const ROOT = path.join(import.meta.dirname, '../..');
const platformKey = createPrivateKey(
  readFileSync(path.join(ROOT, 'apps/sandbox/keys/payermax-platform.private.pem')),
);
const APP_ID = 'testapp0000000000000000000000001';
const MERCHANT_NO = 'TEST010000000001';

export type Bought = {
  readonly shopper: Shopper;
  readonly orderId: string;
  readonly token: string;
};

/** A player who has paid by card; the delivery may still be pending. */
export async function buyByCard(outside: Outside, card: string): Promise<Bought> {
  const shopper = await createShopper(outside);
  const opened = await shopper.open();
  await shopper.payByCard(opened, card);
  return { shopper, orderId: opened.order_id, token: opened.token };
}

export async function buyByWallet(outside: Outside): Promise<Bought> {
  const shopper = await createShopper(outside);
  const opened = await shopper.open({ pay_id: 'paypal' });
  if (opened.pay?.kind !== 'paypal') throw new Error('not a wallet order');
  await approveWallet(outside, opened.pay.order_id);
  const { invoice_id, order_id } = opened.pay;
  await want(shopper.client.call('paypalCapture', { invoice_id, order_id }));
  return { shopper, orderId: opened.order_id, token: opened.token };
}

export const delivered = ({ shopper, token }: Bought) =>
  shopper.until(token, (order) => order.delivery.state === 'delivered');

export async function captureOf(outside: Outside, orderId: string): Promise<string> {
  const { captures } = await statementOf(outside);
  const found = captures.find((each) => each.out_trade_no.startsWith(`A${orderId}_`));
  if (found === undefined) throw new Error(`nothing was captured of ${orderId}`);
  return found.id;
}

export async function refundsOf(outside: Outside, orderId: string): Promise<string[]> {
  const { refunds } = await statementOf(outside);
  return refunds
    .filter((each) => each.out_trade_no === `A${orderId}_1`)
    .map((each) => each.amount)
    .toSorted();
}

/** Sends a notification as PayerMax does. @returns the shop's answer */
export async function notifyAsPayermax(outside: Outside, notifyType: string, data: object) {
  const body = JSON.stringify({
    code: 'APPLY_SUCCESS',
    msg: 'Success.',
    keyVersion: '1',
    appId: APP_ID,
    merchantNo: MERCHANT_NO,
    notifyTime: new Date().toISOString(),
    notifyType,
    data,
  });
  const response = await fetch(`${outside.url}/webhooks/payermax`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      sign: sign('RSA-SHA256', Buffer.from(body), platformKey).toString('base64'),
    },
    body,
  });
  return response.status;
}

/** Ends the bank's dispute of a card payment. */
export async function endDisputeOf(
  outside: Outside,
  orderId: string,
  result: 'WIN' | 'FAIL' | 'CANCEL',
): Promise<void> {
  const listed = await fetch(`${outside.sandboxUrl}/payermax/cases`);
  const { cases } = (await listed.json()) as { cases: { caseId: string; outTradeNo: string }[] };
  const found = cases.find((each) => each.outTradeNo === `A${orderId}_1`);
  if (found === undefined) throw new Error(`no case about ${orderId}`);
  await postJson(`${outside.sandboxUrl}/payermax/cases/${found.caseId}`, { result });
}

/** Opens a PayPal dispute about one payment or several. @returns its id */
export async function openDispute(outside: Outside, ...orderIds: string[]): Promise<string> {
  const capture_ids = await Promise.all(orderIds.map((each) => captureOf(outside, each)));
  const { id } = await postJson(`${outside.sandboxUrl}/paypal/disputes`, { capture_ids });
  return String(id);
}

export async function endDispute(outside: Outside, id: string, outcome: string): Promise<void> {
  await postJson(`${outside.sandboxUrl}/paypal/disputes/${id}`, { outcome });
}

/** @param isSlip PayPal reports a reversal although no money moved */
export async function reverseCapture(outside: Outside, orderId: string, isSlip = false) {
  const capture_id = await captureOf(outside, orderId);
  await postJson(`${outside.sandboxUrl}/paypal/reversals`, { capture_id, is_slip: isSlip });
}

/** Refunds in PayPal's own pages, without a refund number of the shop. */
export async function refundInPaypal(outside: Outside, orderId: string, value: string) {
  const capture = await captureOf(outside, orderId);
  const amount = { currency_code: 'USD', value };
  await postToPaypal(outside, `/v2/payments/captures/${capture}/refund`, { amount });
}

/** Captures an approved order as somebody else with the merchant's rights. */
export async function captureInPaypal(outside: Outside, walletOrder: string) {
  await postToPaypal(outside, `/v2/checkout/orders/${walletOrder}/capture`, {});
}

async function postToPaypal(outside: Outside, call: string, body: object): Promise<void> {
  const token = await fetch(`${outside.sandboxUrl}/paypal/v1/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from('sandbox-client:sandbox-secret').toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  const { access_token: bearer } = (await token.json()) as { access_token: string };
  await postJson(`${outside.sandboxUrl}/paypal${call}`, body, {
    authorization: `Bearer ${bearer}`,
  });
}

/** Refunds in PayerMax's own pages, under a number of theirs. */
export async function refundInPayermax(outside: Outside, orderId: string, amount: number) {
  const gateway = createPayermaxGateway({
    base: `${outside.sandboxUrl}/payermax`,
    appId: APP_ID,
    merchantNo: MERCHANT_NO,
    privateKeyPem: key('payermax-merchant.private.pem'),
    publicKeyPem: key('payermax-platform.public.pem'),
  });
  const word = await gateway.refund({
    refundId: `MMC${Date.now()}`,
    attemptId: `A${orderId}_1`,
    captureRef: '',
    paymentRef: null,
    gatewayRef: null,
    amount,
    currency: 'USD',
    requestedAtMs: Date.now(),
    notifyUrl: `${outside.url}/webhooks/payermax`,
  });
  if (word.kind !== 'pending') throw new Error(`the refund was ${word.kind}`);
}

function key(name: string): string {
  return readFileSync(path.join(ROOT, 'apps/api/sandbox-keys', name), 'utf8');
}
