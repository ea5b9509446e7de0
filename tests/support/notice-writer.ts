import { createPrivateKey, randomUUID, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';

/** A gateway's message to the shop: exact bytes and signature. */
export type Notice = {
  readonly provider: 'payermax' | 'paypal';
  readonly body: Buffer<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
};

const KEYS = path.join(import.meta.dirname, '../../apps/sandbox/keys');
const platformKey = createPrivateKey(
  readFileSync(path.join(KEYS, 'payermax-platform.private.pem')),
);
const webhookKey = createPrivateKey(readFileSync(path.join(KEYS, 'paypal-webhook.private.pem')));
/** The shop's own key, which must never verify a gateway's message. */
const merchantKey = createPrivateKey(
  readFileSync(
    path.join(import.meta.dirname, '../../apps/api/sandbox-keys/payermax-merchant.private.pem'),
  ),
);

const PAYPAL_WEBHOOK_ID = '1JE42910TEST0001A';
const DAY_MS = 86_400_000;

/** A PayerMax notification; `envelope` overrides its outer members. */
export function payermaxNotice(data: object, envelope: object = {}): Notice {
  return signedByPayermax(
    Buffer.from(
      JSON.stringify({
        code: 'APPLY_SUCCESS',
        msg: 'Success.',
        keyVersion: '1',
        appId: 'testapp0000000000000000000000001',
        merchantNo: 'TEST010000000001',
        notifyTime: new Date().toISOString(),
        notifyType: 'PAYMENT',
        data,
        ...envelope,
      }),
    ),
  );
}

export function signedByPayermax(
  body: Buffer<ArrayBuffer>,
  key: 'platform' | 'merchant' = 'platform',
): Notice {
  const by = key === 'platform' ? platformKey : merchantKey;
  return {
    provider: 'payermax',
    body,
    headers: { sign: sign('RSA-SHA256', body, by).toString('base64') },
  };
}

/** A PayPal event, under a new id unless one is given. */
export function paypalNotice(
  sandboxUrl: string,
  type: string,
  resource: object,
  changes: object = {},
): Notice {
  const event = { id: `WH-${randomUUID()}`, event_version: '1.0', event_type: type, resource };
  return signedByPaypal(sandboxUrl, Buffer.from(JSON.stringify({ ...event, ...changes })));
}

export function signedByPaypal(
  sandboxUrl: string,
  body: Buffer<ArrayBuffer>,
  signed: { readonly webhookId?: string; readonly daysAgo?: number } = {},
): Notice {
  const id = randomUUID();
  const time = new Date(Date.now() - (signed.daysAgo ?? 0) * DAY_MS).toISOString();
  const message = [id, time, signed.webhookId ?? PAYPAL_WEBHOOK_ID, crc32(body)].join('|');
  return {
    provider: 'paypal',
    body,
    headers: {
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': `${sandboxUrl}/paypal/v1/notifications/certs/CERT-SANDBOX-1`,
      'paypal-transmission-id': id,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': sign('RSA-SHA256', Buffer.from(message), webhookKey).toString(
        'base64',
      ),
    },
  };
}

/** Posts the message. @returns status and text of the answer */
export async function post(shop: { readonly url: string }, notice: Notice) {
  const response = await fetch(`${shop.url}/webhooks/${notice.provider}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...notice.headers },
    body: notice.body,
  });
  return { status: response.status, text: await response.text() };
}
