import { sign, verify, type KeyObject } from 'node:crypto';

/**
 * RSASSA-PKCS1-v1_5 with SHA-256 over exactly these bytes, base64. Off the main thread, because it
 * is the slowest operation.
 */
export function signBytes(bytes: Buffer, key: KeyObject): Promise<string> {
  return new Promise((resolve, reject) => {
    sign('RSA-SHA256', bytes, key, (error, signature) => {
      if (error) reject(error);
      else resolve(signature.toString('base64'));
    });
  });
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

export function isSignedBy(bytes: Buffer, signature: string | undefined, key: KeyObject): boolean {
  // Node's decoder accepts invalid base64; the protocol does not.
  if (signature === undefined || !BASE64.test(signature)) return false;
  return verify('RSA-SHA256', bytes, key, Buffer.from(signature, 'base64'));
}
