import { md5 } from '@noble/hashes/legacy.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * Text that C13 signs: all parameters but `sign`, unencoded, sorted by code unit, `key=value`
 * joined by `&`, then the secret (contract §2).
 */
export function signingText(pairs: Iterable<readonly [string, string]>, secret: string): string {
  const signed = [...pairs].filter(([key]) => key !== 'sign');
  signed.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return signed.map(([key, value]) => `${key}=${value}`).join('&') + secret;
}

/** MD5 as lower-case hex; browsers do not provide it. */
export function md5Hex(text: string): string {
  return bytesToHex(md5(utf8ToBytes(text)));
}

/** C13: the signature of a store call. */
export function sign(pairs: Iterable<readonly [string, string]>, secret: string): string {
  return md5Hex(signingText(pairs, secret));
}

/** C14: signature of a call without parameters; `timestamp` in ms as sent. */
export function signTimestamp(timestamp: string, secret: string): string {
  return md5Hex(timestamp + secret);
}

/** C15: signature of the envelope; `params` is the JSON array text exactly as sent. */
export function signEnvelope(envelope: {
  readonly userid: string;
  readonly channelid: string;
  readonly vc: string;
  readonly unixtime: string;
  readonly params: string;
}): string {
  const { userid, channelid, vc, unixtime, params } = envelope;
  return md5Hex(userid + channelid + vc + unixtime + params);
}
