import type { KeyObject } from 'node:crypto';
import {
  callDeadlineMs,
  exchange,
  scaledMs,
  type Outside,
} from '../../platform/http-client/exchange.ts';
import {
  fieldsOf,
  isFields,
  parseJson,
  textOf,
  type Fields,
} from '../../platform/http-client/json.ts';
import { isSignedBy, signBytes } from '../../platform/http-client/rsa.ts';

export type PayermaxLine = {
  readonly base: string;
  readonly appId: string;
  readonly merchantNo: string;
  /** Our private key, for signing. */
  readonly merchantKey: KeyObject;
  /** PayerMax's public key, for verifying. */
  readonly platformKey: KeyObject;
  readonly outside: Outside;
  /** Logs a detail for an operator. */
  readonly report: (event: string, detail: Readonly<Record<string, string>>) => void;
};

export type Call = {
  readonly name: 'applyDropinSession' | 'orderAndPay' | 'orderQuery' | 'refund' | 'refundQuery';
  readonly version: string;
  readonly data: Fields;
  /** Whether an unsigned refusal counts (payments.md §1): not where money may move. */
  readonly trustsUnsignedRefusals: boolean;
};

export type Answer =
  | { readonly kind: 'answer'; readonly code: string; readonly data: Fields }
  | { readonly kind: 'silent'; readonly why: string };

const BACK_OFF_MS = [1_000, 2_000, 4_000, 8_000];
/** With less time left, a call is not started. */
const SHORTEST_CALL_MS = 500;

/**
 * Makes one call, repeated only where PayerMax confirms that nothing was created: too many requests (after 1, 2, 4, 8
 * s) and a wrong request time (once). Repeats carry a new time and signature, and the same numbers (payments.md §1.2).
 */
export async function callPayermax(line: PayermaxLine, call: Call): Promise<Answer> {
  const { outside } = line;
  const endsAt = outside.now() + callDeadlineMs(outside);
  let waits = 0;
  let wasLate = false;
  for (;;) {
    const answer = await callOnce(line, call, endsAt - outside.now());
    if (answer.kind === 'silent') return answer;
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

async function callOnce(line: PayermaxLine, call: Call, timeoutMs: number): Promise<Answer> {
  // Serialised once: exactly these bytes are signed and sent.
  const body = Buffer.from(
    JSON.stringify({
      version: call.version,
      keyVersion: '1',
      requestTime: new Date(line.outside.now()).toISOString().replace('Z', '+00:00'),
      appId: line.appId,
      merchantNo: line.merchantNo,
      data: call.data,
    }),
  );
  const signature = await signBytes(body, line.merchantKey);
  const response = await exchange(line.outside, {
    method: 'POST',
    url: `${line.base}/${call.name}`,
    headers: { 'content-type': 'application/json', sign: signature },
    body,
    timeoutMs,
  });
  if (response.kind === 'silent') return silent(line, call, response.why);
  // PayerMax documents only HTTP 200, refusals included; other statuses come from an intermediary.
  if (response.status !== 200) return silent(line, call, `HTTP ${response.status}`);
  const isSigned = isSignedBy(response.body, response.headers.get('sign') ?? '', line.platformKey);
  const answer = parseJson(response.body);
  const code = isFields(answer) ? textOf(answer['code']) : null;
  if (code === null) return silent(line, call, 'the answer cannot be read');
  if (!isSigned) {
    line.report('payermax_unsigned_answer', { call: call.name, code });
    const counts = code !== 'APPLY_SUCCESS' && call.trustsUnsignedRefusals;
    if (!counts) return silent(line, call, 'the answer is not signed by PayerMax');
  }
  if (code !== 'APPLY_SUCCESS') line.report('payermax_refusal', { call: call.name, code });
  return { kind: 'answer', code, data: fieldsOf(fieldsOf(answer)['data']) };
}

function silent(line: PayermaxLine, call: Call, why: string): Answer {
  line.report('payermax_silence', { call: call.name, why });
  return { kind: 'silent', why };
}
