import type { Account } from '../account.ts';
import type { VersionedKey } from '../keys.ts';
import { isSignedBy } from '../sign.ts';
import { fieldsOf, isFields, parseJson, type Fields } from '../shape.ts';
import { refused, type Answer } from './answer.ts';

/** The merchants; the shop's sandbox configuration has the constants of the first. */
export const MERCHANTS = {
  first: { appId: 'testapp0000000000000000000000001', merchantNo: 'TEST010000000001' },
  second: { appId: 'testapp0000000000000000000000002', merchantNo: 'TEST010000000002' },
} as const satisfies Record<Account, object>;

const CLOCKS_APART_MS = 120_000;
const REQUEST_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * Verifies a request: signature over the bytes under the key of its version, then merchant and time. @returns `data` or the
 * refusal
 */
export function openRequest(
  body: Buffer,
  signature: string | undefined,
  merchants: readonly VersionedKey[],
): { readonly data: Fields; readonly account: Account } | { readonly refused: Answer } {
  const envelope = parseJson(body);
  if (!isSigned(body, signature, fieldsOf(envelope)['keyVersion'], merchants))
    return refused('SIGN_VERIFY_FAILED', 'The signature verify failed.');
  if (!isFields(envelope)) return refused('PARAMS_INVALID', 'The body is not a JSON object.');
  const { version, keyVersion, requestTime, appId, merchantNo, data } = envelope;
  if (typeof version !== 'string' || version === '') return missing('version');
  if (typeof keyVersion !== 'string' || keyVersion === '') return missing('keyVersion');
  const account = (['first', 'second'] as const).find(
    (each) => MERCHANTS[each].merchantNo === merchantNo,
  );
  if (account === undefined) return refused('MERCHANT_INVALID', 'The merchant does not exist.');
  if (appId !== MERCHANTS[account].appId)
    return refused('MERCHANT_APP_INVALID', 'The merchant app does not exist.');
  if (typeof requestTime !== 'string' || !REQUEST_TIME.test(requestTime))
    return missing('requestTime');
  if (!(Math.abs(Date.parse(requestTime) - Date.now()) <= CLOCKS_APART_MS))
    return refused('REQ_TIME_OVER_TIME', 'The request time is more than 2 minutes off.');
  return isFields(data) ? { data, account } : missing('data');
}

/** A request without a version is refused for that, after its signature. */
function isSigned(
  body: Buffer,
  signature: string | undefined,
  version: unknown,
  merchants: readonly VersionedKey[],
): boolean {
  const isNamed = typeof version === 'string' && version !== '';
  const known = merchants.filter((merchant) => !isNamed || merchant.version === version);
  return known.some(({ key }) => isSignedBy(body, signature, key));
}

function missing(field: string): { readonly refused: Answer } {
  return refused('PARAMS_INVALID', `${field} is missing or has a wrong form.`);
}
