import { readFileSync } from 'node:fs';
import { PASSWORD_MIN } from '@webpay/contract/password-rules';
import { Refusal } from '../../errors.ts';
import type { Project } from '../projects/catalogue-cache.ts';

/** What people choose most, of what the other rules let pass; where it is from: common-passwords.LICENSE.txt. */
const COMMON: ReadonlySet<string> = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8').split('\n'),
);

/** Shorter words stand in many a good password by chance. */
const SHORTEST_WORD = 3;

/** @throws Refusal PASSWORD_RULE for a password that many others have */
export function refuseCommon(password: string): void {
  if (COMMON.has(password.normalize('NFKC').toLowerCase())) refuse();
}

/**
 * Refuses what whoever meets the character tries first: made of its id, name or server or of the game, with so little
 * beside it that this alone would be no password.
 * @throws Refusal PASSWORD_RULE
 */
export function refuseOwnWords(password: string, words: readonly string[]): void {
  const plain = plainOf(password);
  const isMadeOf = (word: string) => {
    const [before, ...after] = plain.split(word);
    return after.length > 0 && lengthOf(`${before}${after.join('')}`) < PASSWORD_MIN;
  };
  if (words.map(plainOf).some((word) => lengthOf(word) >= SHORTEST_WORD && isMadeOf(word))) {
    refuse();
  }
}

/** In every language: a player may have chosen another one since. */
export function ownWords(
  project: Pick<Project, 'code' | 'name' | 'servers'>,
  character: { readonly cid: string; readonly name: string; readonly server_id: string },
): readonly string[] {
  const { cid, name, server_id } = character;
  const server = project.servers.get(server_id);
  return [
    cid,
    name,
    server_id,
    ...Object.values(server?.name ?? {}),
    project.code,
    ...Object.values(project.name),
  ];
}

function refuse(): never {
  throw new Refusal('PASSWORD_RULE', { rule: 'too_easy' });
}

/** Without what a name is often written with and without: case, spaces, symbols. */
const plainOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{Nd}]/gu, '');

const lengthOf = (text: string) => Array.from(text).length;
