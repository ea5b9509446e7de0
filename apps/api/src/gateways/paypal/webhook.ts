import type { X509Certificate } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { isFields, parseJson } from '../../platform/http-client/json.ts';
import { isSignedBy } from '../../platform/http-client/rsa.ts';
import type { Outside } from '../../platform/http-client/exchange.ts';
import { createCallBudget, type CallBudget } from '../../platform/resilience/call-budget.ts';
import { unreachable } from '../../platform/unreachable.ts';
import type { WebhookHeaders } from '../port.ts';
import type { Doubt, NotVerified } from '../verdict.ts';
import { callPaypal, type Paypal } from './call.ts';
import type { Certificates } from './certificates.ts';

export type WebhookRules = {
  readonly webhookId: string;
  readonly certificates: Certificates;
  readonly questions: CallBudget;
};

export type Verdict = ({ readonly kind: 'genuine' } | NotVerified) & { readonly doubt?: Doubt };

type Signed = NonNullable<ReturnType<typeof readHeaders>>;

const HEADER_LIMIT = 2 * 1024;
/** Short, because PayPal waits for our answer while the certificate is fetched and then this call is made. */
const VERIFY_CALL_MS = 5_000;
/** PayPal throttles by client: more verify calls would slow captures and orders down. */
const VERIFY_CALLS = { atOnce: 2, aMinute: 10 };

const bad = (why: string) => ({ kind: 'bad_signature', why }) as const;
const again = (why: string) => ({ kind: 'cannot_verify', why }) as const;

/** Webhook verifier of one process and its verify-call budget. */
export function createWebhookRules(
  webhookId: string,
  certificates: Certificates,
  outside: Outside,
): WebhookRules {
  return { webhookId, certificates, questions: createCallBudget(VERIFY_CALLS, outside.now) };
}

/**
 * Runs the checks of payments.md §2.3 in their order. The certificate's address is checked before
 * the fetch. There is no time window: repeats carry the old time, and the inbox key stops replays.
 * Without a trusted certificate, PayPal's verify call decides. If the certificate URL served one, the
 * signature must match it first (decision 0032).
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
  const message = [signed.id, signed.time, rules.webhookId, crc32(rawBody)].join('|');
  const holds = ({ publicKey }: X509Certificate) =>
    isSignedBy(Buffer.from(message), signed.signature, publicKey);
  switch (fetched.kind) {
    case 'trusted':
      return holds(fetched.certificate) ? { kind: 'genuine' } : bad('invalid signature');
    case 'refused':
      return bad(fetched.why);
    case 'busy':
      return again(fetched.why);
    case 'untrusted': {
      if (!fetched.served.some(holds)) return bad('invalid signature');
      const asked = await askPaypal(paypal, rules, rawBody, signed, fetched.why);
      return { ...asked, doubt: 'certificate_untrusted' };
    }
    case 'unavailable': {
      const asked = await askPaypal(paypal, rules, rawBody, signed, fetched.why);
      return { ...asked, doubt: 'certificate_unavailable' };
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

/** Has PayPal verify the event's own bytes, once and within the budget. */
async function askPaypal(
  paypal: Paypal,
  { webhookId, questions }: WebhookRules,
  rawBody: Buffer,
  signed: Signed,
  why: string,
): Promise<{ readonly kind: 'genuine' } | NotVerified> {
  // The body must be one JSON object, or it could add members to our request.
  if (!isFields(parseJson(rawBody))) return bad('the body is not an event');
  const path = '/v1/notifications/verify-webhook-signature';
  const body = question(webhookId, rawBody, signed);
  const reply = await questions.take(() =>
    callPaypal(paypal, { path, body, isOnce: true }, paypal.outside.now() + VERIFY_CALL_MS),
  );
  if (reply === null) return again(`${why}; the budget of verify calls is used up`);
  const answer = reply.kind === 'ok' ? reply.body['verification_status'] : undefined;
  if (answer === 'SUCCESS') return { kind: 'genuine' };
  if (answer === 'FAILURE') return bad('PayPal says: invalid signature');
  return again(`${why}; PayPal does not answer`);
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
