import { crc32 } from 'node:zlib';
import { isFields, parseJson } from '../../platform/http-client/json.ts';
import { isSignedBy } from '../../platform/http-client/rsa.ts';
import { unreachable } from '../../platform/unreachable.ts';
import type { NotVerified, WebhookHeaders } from '../port.ts';
import { callPaypal, type Paypal } from './call.ts';
import type { Certificates } from './certificates.ts';

export type WebhookRules = { readonly webhookId: string; readonly certificates: Certificates };

export type Verdict = { readonly kind: 'genuine' } | NotVerified;

type Signed = NonNullable<ReturnType<typeof readHeaders>>;

const HEADER_LIMIT = 2 * 1024;
/** PayPal waits for the answer; the certificate and this call come one after the other. */
const VERIFY_CALL_MS = 5_000;

const bad = (why: string): Verdict => ({ kind: 'bad_signature', why });

/**
 * Runs the checks of payments.md §2.3 in their order. The certificate's address is checked before
 * the fetch. There is no time window: repeats carry the old time, and the inbox key stops replays.
 */
export async function verifyWebhook(
  paypal: Paypal,
  rules: WebhookRules,
  rawBody: Buffer,
  headers: WebhookHeaders,
): Promise<Verdict> {
  const signed = readHeaders(headers);
  if (signed === null) return bad('a header is missing, repeated or too long');
  if (signed.algorithm !== 'SHA256withRSA') return bad('the algorithm is not SHA256withRSA');
  const fetched = await rules.certificates.get(signed.certUrl);
  switch (fetched.kind) {
    case 'refused':
      return bad(fetched.why);
    case 'unavailable':
      return askPaypal(paypal, rules.webhookId, rawBody, signed, fetched.why);
    case 'trusted': {
      const message = [signed.id, signed.time, rules.webhookId, crc32(rawBody)].join('|');
      const key = fetched.certificate.publicKey;
      return isSignedBy(Buffer.from(message), signed.signature, key)
        ? { kind: 'genuine' }
        : bad('the signature does not hold');
    }
    default:
      return unreachable('certificate', fetched);
  }
}

function readHeaders(headers: WebhookHeaders) {
  const read = (name: string): string => {
    const value = headers[`paypal-${name}`];
    return typeof value === 'string' && value.length <= HEADER_LIMIT ? value : '';
  };
  const signed = {
    algorithm: read('auth-algo'),
    certUrl: read('cert-url'),
    id: read('transmission-id'),
    time: read('transmission-time'),
    signature: read('transmission-sig'),
  };
  return Object.values(signed).includes('') ? null : signed;
}

/** Asks PayPal to verify when the certificate is unavailable, with the event's own bytes. */
async function askPaypal(
  paypal: Paypal,
  webhookId: string,
  rawBody: Buffer,
  signed: Signed,
  whyNoCertificate: string,
): Promise<Verdict> {
  // The body must be one JSON object, or it could add members to our question.
  if (!isFields(parseJson(rawBody))) return bad('the body is not an event');
  const path = '/v1/notifications/verify-webhook-signature';
  const body = question(webhookId, rawBody, signed);
  const reply = await callPaypal(paypal, { path, body }, paypal.outside.now() + VERIFY_CALL_MS);
  const answer = reply.kind === 'ok' ? reply.body['verification_status'] : undefined;
  if (answer === 'SUCCESS') return { kind: 'genuine' };
  if (answer === 'FAILURE') return bad('PayPal says the signature does not hold');
  return { kind: 'cannot_verify', why: `no certificate (${whyNoCertificate}), and no answer` };
}

/** Concatenates the raw bytes: re-serialising turns 1.0 into 1, and the check fails. */
function question(webhookId: string, rawBody: Buffer, signed: Signed): Buffer<ArrayBuffer> {
  const head = JSON.stringify({
    auth_algo: signed.algorithm,
    cert_url: signed.certUrl,
    transmission_id: signed.id,
    transmission_sig: signed.signature,
    transmission_time: signed.time,
    webhook_id: webhookId,
  });
  const open = Buffer.from(`${head.slice(0, -1)},"webhook_event":`);
  return Buffer.concat([open, rawBody, Buffer.from('}')]);
}
