import { generateSecret, generateURI, verifySync } from 'otplib';
import { toString as toQr } from 'qrcode';

/** The app's codes follow RFC 6238: SHA-1, six digits, 30 seconds. */
const PERIOD_S = 30;

export function newCodeSecret(): string {
  return generateSecret({ length: 20 });
}

/**
 * Compares a code of six digits with the present time step and the ones beside it.
 * @param now real time: the app knows no other
 * @param after the last accepted step, because a code counts once; null: none
 * @returns the code's time step; null: wrong, or not later than `after`
 */
export function stepOfCode(
  secret: string,
  code: string,
  now: Date,
  after: number | null,
): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const epoch = Math.floor(now.getTime() / 1_000);
  const found = verifySync({
    secret,
    token: code,
    epoch,
    period: PERIOD_S,
    epochTolerance: PERIOD_S,
  });
  if (!found.valid) return null;
  const step = Math.floor(epoch / PERIOD_S) + found.delta;
  return after !== null && step <= after ? null : step;
}

/** Secret for an authenticator app: as text and as a picture (SVG). */
export async function codeSecretFor(
  name: string,
  secret: string,
): Promise<{ readonly uri: string; readonly svg: string }> {
  const uri = generateURI({ issuer: 'WebPay console', label: name, secret });
  return { uri, svg: await toQr(uri, { type: 'svg', margin: 2 }) };
}
