import { readFileSync } from 'node:fs';
import path from 'node:path';

const text = readFileSync(path.join(import.meta.dirname, 'common-passwords.txt'), 'utf8');
/** The file begins with its source and its licence, which end at the first empty line. */
const words = text.slice(text.indexOf('\n\n')).split(/\s+/);
const COMMON: ReadonlySet<string> = new Set(words.filter((word) => word !== ''));

/** Whether a password is one of the 3,000 most common ones that V01 allows, in any case of its letters. */
export function isCommonPassword(password: string): boolean {
  return COMMON.has(password.normalize('NFKC').toLowerCase());
}
