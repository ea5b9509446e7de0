import { isSignedBy } from '../sign.ts';
import { fieldsOf, parseJson, textOf } from '../shape.ts';
import { certificateUrl, signedText } from './events.ts';
import type { Paypal } from './paypal.ts';

/** Verifies an event of this sandbox. Null when the request is invalid. */
export function isEventOurs(paypal: Paypal, body: Buffer): boolean | null {
  const fields = fieldsOf(parseJson(body));
  const event = rawMember(body.toString('utf8'), 'webhook_event');
  const [algorithm, certificate, id, time, signature, webhookId] = [
    'auth_algo',
    'cert_url',
    'transmission_id',
    'transmission_time',
    'transmission_sig',
    'webhook_id',
  ].map((name) => textOf(fields[name]));
  if (event === null || id === undefined || time === undefined || webhookId === undefined)
    return null;
  if (algorithm !== 'SHA256withRSA' || certificate !== certificateUrl(paypal.ctx)) return false;
  const text = signedText(id, time, webhookId, Buffer.from(event));
  return isSignedBy(text, signature, paypal.ctx.keys.paypalCertificateKey);
}

/** Text of a top-level member as sent: parsing would turn 1.0 into 1 and change the checksum. */
export function rawMember(json: string, name: string): string | null {
  let depth = 0;
  let at = 0;
  let key: string | null = null;
  let start = -1;
  while (at < json.length) {
    const letter = json[at];
    if (letter === '"') {
      const end = stringEnd(json, at);
      if (depth === 1 && key === null) key = json.slice(at + 1, end - 1);
      at = end;
      continue;
    }
    if (letter === '{' || letter === '[') depth += 1;
    if (letter === '}' || letter === ']') depth -= 1;
    if (depth === 1 && letter === ':' && start === -1) start = at + 1;
    const isOver = depth === 0 || (depth === 1 && letter === ',');
    if (isOver && start !== -1) {
      if (key === name) return json.slice(start, at).trim();
      key = null;
      start = -1;
    }
    at += 1;
  }
  return null;
}

function stringEnd(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at + 1;
}
