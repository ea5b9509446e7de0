import { sign, verify, type KeyObject } from 'node:crypto';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Signs the bytes (RSASSA-PKCS1-v1_5 with SHA-256, base64), off the main thread. */
export function signBytes(bytes: Buffer, key: KeyObject): Promise<string> {
  return new Promise((resolve, reject) => {
    sign('RSA-SHA256', bytes, key, (error, signature) => {
      if (error) reject(error);
      else resolve(signature.toString('base64'));
    });
  });
}

/** Verifies a strict base64 signature over exactly these bytes. */
export function isSignedBy(bytes: Buffer, signature: string, key: KeyObject): boolean {
  // Node's decoder ignores invalid characters; a signature must not contain any.
  if (key.asymmetricKeyType !== 'rsa' || !BASE64.test(signature)) return false;
  return verify('RSA-SHA256', bytes, key, Buffer.from(signature, 'base64'));
}
