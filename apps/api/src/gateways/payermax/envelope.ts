import type { KeyObject } from 'node:crypto';
import {
  callEndsAt,
  exchange,
  scaledMs,
  type Exchange,
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
import { readWithKeys, type Keys } from '../../platform/keys.ts';

export type PayermaxLine = Merchant & {
  readonly base: string;
  readonly merchantKeys: MerchantKeys;
  /** PayerMax's public keys, for verifying. */
  readonly platformKeys: Keys<KeyObject>;
  /** Called at each use of a second key, with the name of its setting. */
  readonly countSecondKey: (name: string) => void;
  readonly outside: Outside;
  /** Logs a detail for an operator. */
  readonly report: (event: string, detail: Readonly<Record<string, string>>) => void;
};

/** Our private key, with the number that PayerMax knows it by. */
export type MerchantKey = { readonly key: KeyObject; readonly version: string };

/** Our keys for signing: the one that PayerMax took last comes first. */
export type MerchantKeys = {
  readonly inOrder: () => readonly [MerchantKey, ...MerchantKey[]];
  readonly took: (key: MerchantKey) => void;
};

/** @param countSecond called when PayerMax took the second key */
export function createMerchantKeys(
  { current, others }: Keys<MerchantKey>,
  countSecond: () => void,
): MerchantKeys {
  let first = current;
  return {
    inOrder: () => [first, ...[current, ...others].filter((key) => key !== first)],
    took: (key) => {
      first = key;
      if (key !== current) countSecond();
    },
  };
}

export type Merchant = { readonly appId: string; readonly merchantNo: string };

/** Whether an unsigned refusal counts (payments.md §1): not where money may move. */
const CALLS = {
  applyDropinSession: { version: '1.6', trustsUnsignedRefusals: true },
  orderAndPay: { version: '1.4', trustsUnsignedRefusals: false },
  orderQuery: { version: '1.4', trustsUnsignedRefusals: true },
  refund: { version: '1.4', trustsUnsignedRefusals: false },
  refundQuery: { version: '1.4', trustsUnsignedRefusals: false },
  inquirePaymentToken: { version: '1.2', trustsUnsignedRefusals: false },
  removePaymentToken: { version: '1.2', trustsUnsignedRefusals: false },
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
 * s), a wrong request time (once), and a refused signature (once, with our second key). Repeats carry a new time and
 * signature, and the same numbers (payments.md §1.2).
 */
export async function callPayermax(
  line: PayermaxLine,
  name: CallName,
  data: Fields,
): Promise<Answer> {
  const { outside, merchantKeys } = line;
  const endsAt = callEndsAt(outside);
  let [key, nextKey] = merchantKeys.inOrder();
  let waits = 0;
  let wasLate = false;
  let isDoubtful = false;
  for (;;) {
    const { answer, isKeyRefused } = await callOnce(line, name, data, key, endsAt - outside.now());
    const hasTime = outside.now() + scaledMs(outside, SHORTEST_CALL_MS) <= endsAt;
    if (isKeyRefused && nextKey !== undefined && hasTime) {
      // A forged refusal may hide that the call worked.
      isDoubtful = answer.kind === 'silent';
      [key, nextKey] = [nextKey, undefined];
      continue;
    }
    if (answer.kind === 'silent') {
      line.report('payermax_silence', { call: name, why: answer.why });
      return answer;
    }
    if (!isKeyRefused) merchantKeys.took(key);
    if (answer.code === 'REQ_TIME_OVER_TIME' && !wasLate) {
      wasLate = true;
      continue;
    }
    const pause = answer.code === 'TOO_MANY_REQUEST' ? BACK_OFF_MS[waits] : undefined;
    if (
      pause === undefined ||
      outside.now() + pause + scaledMs(outside, SHORTEST_CALL_MS) > endsAt
    ) {
      return isDoubtful && answer.code !== 'APPLY_SUCCESS'
        ? silent('refused after an unsigned refusal')
        : answer;
    }
    waits += 1;
    await outside.wait(pause);
  }
}

type Said = { readonly answer: Answer; readonly isKeyRefused: boolean };

async function callOnce(
  line: PayermaxLine,
  name: CallName,
  data: Fields,
  { key, version: keyVersion }: MerchantKey,
  timeoutMs: number,
): Promise<Said> {
  const { version } = CALLS[name];
  // Serialised once: exactly these bytes are signed and sent.
  const body = Buffer.from(
    JSON.stringify({
      version,
      keyVersion,
      requestTime: new Date(line.outside.now()).toISOString().replace('Z', '+00:00'),
      appId: line.appId,
      merchantNo: line.merchantNo,
      data,
    }),
  );
  const signature = await signBytes(body, key);
  const response = await exchange(line.outside, {
    method: 'POST',
    url: `${line.base}/${name}`,
    headers: { 'content-type': 'application/json', sign: signature },
    body,
    timeoutMs,
  });
  const answer = readAnswer(line, name, response);
  return { answer: answer.trusted, isKeyRefused: answer.code === 'SIGN_VERIFY_FAILED' };
}

/** @returns the answer as far as it may be trusted, and the code that it carries in any case */
function readAnswer(
  line: PayermaxLine,
  name: CallName,
  response: Exchange,
): { readonly trusted: Answer; readonly code: string | null } {
  if (response.kind === 'silent') return { trusted: response, code: null };
  // PayerMax documents only HTTP 200, refusals included; other statuses come from an intermediary.
  if (response.status !== 200) return { trusted: silent(`HTTP ${response.status}`), code: null };
  const isSigned = isFromPayermax(line, response.body, response.headers.get('sign') ?? '');
  const answer = parseJson(response.body);
  const code = isFields(answer) ? textOf(answer['code']) : null;
  if (code === null) return { trusted: silent('the answer cannot be read'), code };
  const isRefusal = code !== 'APPLY_SUCCESS';
  if (!isSigned) {
    line.report('payermax_unsigned_answer', { call: name, code });
    if (!isRefusal || !CALLS[name].trustsUnsignedRefusals)
      return { trusted: silent('the answer is not signed by PayerMax'), code };
  }
  if (isRefusal) line.report('payermax_refusal', { call: name, code });
  return { trusted: { kind: 'answer', code, data: fieldsOf(fieldsOf(answer)['data']) }, code };
}

/**
 * Verifies PayerMax's signature under each of its keys. A message's `keyVersion` decides nothing: it is not verified yet,
 * and PayerMax documents only "1".
 */
export function isFromPayermax(
  { platformKeys, countSecondKey }: Pick<PayermaxLine, 'platformKeys' | 'countSecondKey'>,
  bytes: Buffer,
  signature: string,
): boolean {
  const holds = (key: KeyObject) => (isSignedBy(bytes, signature, key) ? true : null);
  const count = () => countSecondKey('PAYERMAX_PUBLIC_KEY_FILE');
  return readWithKeys(platformKeys, holds, count) === true;
}

const silent = (why: string): Silent => ({ kind: 'silent', why });
