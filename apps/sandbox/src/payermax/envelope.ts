import type { KeyObject } from 'node:crypto';
import { isSignedBy } from '../sign.ts';
import { isFields, parseJson, type Fields } from '../shape.ts';
import { refused, type Answer } from './answer.ts';

/** The only merchant; the shop's sandbox configuration has the same constants. */
export const APP_ID = 'testapp0000000000000000000000001';
export const MERCHANT_NO = 'TEST010000000001';

const CLOCKS_APART_MS = 120_000;
const REQUEST_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * Verifies a request: signature over the bytes, then merchant and time. @returns `data` or the
 * refusal
 */
export function openRequest(
  body: Buffer,
  signature: string | undefined,
  merchantKey: KeyObject,
): { readonly data: Fields } | { readonly refused: Answer } {
  if (!isSignedBy(body, signature, merchantKey))
    return refused('SIGN_VERIFY_FAILED', 'The signature verify failed.');
  const envelope = parseJson(body);
  if (!isFields(envelope)) return refused('PARAMS_INVALID', 'The body is not a JSON object.');
  const { version, keyVersion, requestTime, appId, merchantNo, data } = envelope;
  if (typeof version !== 'string' || version === '') return missing('version');
  if (typeof keyVersion !== 'string' || keyVersion === '') return missing('keyVersion');
  if (merchantNo !== MERCHANT_NO)
    return refused('MERCHANT_INVALID', 'The merchant does not exist.');
  if (appId !== APP_ID) return refused('MERCHANT_APP_INVALID', 'The merchant app does not exist.');
  if (typeof requestTime !== 'string' || !REQUEST_TIME.test(requestTime))
    return missing('requestTime');
  if (!(Math.abs(Date.parse(requestTime) - Date.now()) <= CLOCKS_APART_MS))
    return refused('REQ_TIME_OVER_TIME', 'The request time is more than 2 minutes off.');
  return isFields(data) ? { data } : missing('data');
}

function missing(field: string): { readonly refused: Answer } {
  return refused('PARAMS_INVALID', `${field} is missing or has a wrong form.`);
}
