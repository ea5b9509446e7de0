import { createHash } from 'node:crypto';
import type { ImageWork } from '@webpay/contract/image-work';

/** Whether SHA-256 of the salt followed by `answer`, both as UTF-8, begins with so many zero bits. */
export function isWorkDone({ salt, bits }: ImageWork, answer: string): boolean {
  const hash = createHash('sha256')
    .update(salt + answer)
    .digest();
  return Math.clz32(hash.readUInt32BE(0)) >= bits;
}
