import type { KeyObject } from 'node:crypto';
import {
  callEndsAt,
  exchange,
  scaledMs,
  type Outside,
  type Silent,
} from '../../platform/http-client/exchange.ts';
import {
  fieldsOf,
  isFields,
  parseJson,
  textOf,
  type Fields,
} from '../../platform/http-client/json.ts';
import { isSignedBy, signBytes } from '../../platform/http-client/rsa.ts';

export type PayermaxLine = Merchant & {
  readonly base: string;
  /** Our private key, for signing. */
  readonly merchantKey: KeyObject;
  /** PayerMax's public key, for verifying. */
  readonly platformKey: KeyObject;
  readonly outside: Outside;
  /** Logs a detail for an operator. */
  readonly report: (event: string, detail: Readonly<Record<string, string>>) => void;
};

export type Merchant = { readonly appId: string; readonly merchantNo: string };

/** Whether an unsigned refusal counts (payments.md §1): not where money may move. */
const CALLS = {
  applyDropinSession: { version: '1.6', trustsUnsignedRefusals: true },
  orderAndPay: { version: '1.4', trustsUnsignedRefusals: false },
  orderQuery: { version: '1.4', trustsUnsignedRefusals: true },
  refund: { version: '1.4', trustsUnsignedRefusals: false },
  refundQuery: { version: '1.4', trustsUnsignedRefusals: false },
} as const;
type CallName = keyof typeof CALLS;

export type Answer =
  | { readonly kind: 'answer'; readonly code: string; readonly data: Fields }
  | Silent;

const BACK_OFF_MS = [1_000, 2_000, 4_000, 8_000];
/** With less time left, a call is not started. */
const SHORTEST_CALL_MS = 500;

/**
 * Makes one call, repeated only where PayerMax confirms that nothing was created: too many requests (after 1, 2, 4, 8
 * s) and a wrong request time (once). Repeats carry a new time and signature, and the same numbers (payments.md §1.2).
 */
export async function callPayermax(
  line: PayermaxLine,
  name: CallName,
  data: Fields,
): Promise<Answer> {
  const { outside } = line;
  const endsAt = callEndsAt(outside);
  let waits = 0;
  let wasLate = false;
  for (;;) {
    const answer = await callOnce(line, name, data, endsAt - outside.now());
    if (answer.kind === 'silent') {
      line.report('payermax_silence', { call: name, why: answer.why });
      return answer;
    }
    if (answer.code === 'REQ_TIME_OVER_TIME' && !wasLate) {
      wasLate = true;
      continue;
    }
    const pause = answer.code === 'TOO_MANY_REQUEST' ? BACK_OFF_MS[waits] : undefined;
    if (pause === undefined || outside.now() + pause + scaledMs(outside, SHORTEST_CALL_MS) > endsAt)
      return answer;
    waits += 1;
    await outside.wait(pause);
  }
}

async function callOnce(
  line: PayermaxLine,
  name: CallName,
  data: Fields,
  timeoutMs: number,
): Promise<Answer> {
  const { version, trustsUnsignedRefusals } = CALLS[name];
  // Serialised once: exactly these bytes are signed and sent.
  const body = Buffer.from(
    JSON.stringify({
      version,
      keyVersion: '1',
      requestTime: new Date(line.outside.now()).toISOString().replace('Z', '+00:00'),
      appId: line.appId,
      merchantNo: line.merchantNo,
      data,
    }),
  );
  const signature = await signBytes(body, line.merchantKey);
  const response = await exchange(line.outside, {
    method: 'POST',
    url: `${line.base}/${name}`,
    headers: { 'content-type': 'application/json', sign: signature },
    body,
    timeoutMs,
  });
  if (response.kind === 'silent') return response;
  // PayerMax documents only HTTP 200, refusals included; other statuses come from an intermediary.
  if (response.status !== 200) return silent(`HTTP ${response.status}`);
  const isSigned = isSignedBy(response.body, response.headers.get('sign') ?? '', line.platformKey);
  const answer = parseJson(response.body);
  const code = isFields(answer) ? textOf(answer['code']) : null;
  if (code === null) return silent('the answer cannot be read');
  const isRefusal = code !== 'APPLY_SUCCESS';
  if (!isSigned) {
    line.report('payermax_unsigned_answer', { call: name, code });
    if (!isRefusal || !trustsUnsignedRefusals)
      return silent('the answer is not signed by PayerMax');
  }
  if (isRefusal) line.report('payermax_refusal', { call: name, code });
  return { kind: 'answer', code, data: fieldsOf(fieldsOf(answer)['data']) };
}

const silent = (why: string): Silent => ({ kind: 'silent', why });
