import type { Sandbox } from '../sandbox.ts';
import { fieldsOf, type Fields } from '../shape.ts';
import { getJson, postJson, type Received, type Shop } from './shop.ts';

type Headers = Readonly<Record<string, string>>;

/** The shop's side of PayPal: an access token, orders by invoice number. */
export async function openWallet(sandbox: Sandbox, shop: Shop) {
  const { json } = await getToken(sandbox.url, 'sandbox-client:sandbox-secret');
  const token = String(json['access_token']);
  let number = 0;

  const post = (path: string, body: unknown, headers: Headers = {}) =>
    postJson(`${sandbox.url}/paypal${path}`, body, {
      authorization: `Bearer ${token}`,
      prefer: 'return=representation',
      ...headers,
    });

  const USD: unknown = { currency_code: 'USD', value: '19.99' };
  const orderBody = (invoice: string, amount = USD) => ({
    intent: 'CAPTURE',
    purchase_units: [
      {
        reference_id: 'default',
        invoice_id: invoice,
        custom_id: 'order-1',
        amount,
        description: '980 Gems',
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          user_action: 'PAY_NOW',
          shipping_preference: 'NO_SHIPPING',
          return_url: `${shop.url}/back`,
          cancel_url: `${shop.url}/cancelled`,
        },
      },
    },
  });

  return {
    token,
    post,
    orderBody,
    get: (path: string) =>
      getJson(`${sandbox.url}/paypal${path}`, { authorization: `Bearer ${token}` }),
    nextInvoice: () => `A${(number += 1)}_1`,
    openOrder: async (invoice: string) => {
      const key = { 'paypal-request-id': `ord-${invoice}` };
      const created = await post('/v2/checkout/orders', orderBody(invoice), key);
      return String(created.json['id']);
    },
    approve: (orderId: string, funding?: string) =>
      postJson(`${sandbox.url}/paypal/approve`, { order_id: orderId, funding }),
    capture: (orderId: string, headers: Headers = {}) =>
      post(`/v2/checkout/orders/${orderId}/capture`, {}, headers),
  };
}

export async function getToken(sandboxUrl: string, credentials: string) {
  const answer = await fetch(`${sandboxUrl}/paypal/v1/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  return { status: answer.status, json: fieldsOf(await answer.json()) };
}

export function captureOf(order: Fields): Fields {
  const units: unknown = order['purchase_units'];
  const unit = fieldsOf(Array.isArray(units) ? units[0] : undefined);
  const captures = fieldsOf(unit['payments'])['captures'];
  return fieldsOf(Array.isArray(captures) ? captures[0] : undefined);
}

export function issueOf(error: Fields): unknown {
  const details = error['details'];
  return fieldsOf(Array.isArray(details) ? details[0] : undefined)['issue'];
}

export function isEvent(type: string, id: unknown): (received: Received) => boolean {
  return ({ json }) =>
    json['event_type'] === type && JSON.stringify(json['resource']).includes(String(id));
}
