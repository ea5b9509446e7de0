import { createHash } from 'node:crypto';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '..');

/** Names a class of a CSS module. One hash for all classes of a file compresses well. */
export function scopedName(local: string, file: string): string {
  const [source = file] = path.relative(ROOT, file).split('?');
  const hash = createHash('sha256').update(source.replaceAll('\\', '/')).digest('base64url');
  return `${local}_${hash.slice(0, 4)}`;
}
