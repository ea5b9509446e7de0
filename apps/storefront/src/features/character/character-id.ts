import type { Configs } from '@webpay/contract/calls';

type Form = Pick<Configs, 'cid_pattern' | 'cid_upper'>;

/** Longer than any ID: what is pasted by mistake is cut. */
const MOST_LETTERS = 32;
/** Longer than any line of a chat that has an ID in it. */
const MOST_PASTED = 300;

const NO_LETTERS = /[^\p{L}\p{N}]+/u;
const NO_LETTERS_FIRST = /^[^\p{L}\p{N}]+/u;
const NO_LETTERS_LAST = /(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/u;
/** Any other mark means something: "%00%00%00" is no number of six digits. */
const BETWEEN = /[\s\p{Pd}._,’']+/gu;

/**
 * V04: what was typed or pasted, without spaces and the marks that chats put around numbers, with
 * plain digits for those of other scripts, in capitals where the game writes them so. Dashes,
 * "ID:" and the words around an ID go only where what remains is an ID of this game; whatever is
 * none stays as it is, for its player to see.
 */
export function tidyCid(typed: string, form: Form): string {
  const text = plain(form.cid_upper ? typed.toUpperCase() : typed);
  const tidy = text.replaceAll(/\s+/g, '');
  const fits = (cid: string) => fitsCid(cid, form);
  if (fits(tidy)) return tidy;
  const joined = bare(text);
  const whole = text.split(NO_LETTERS).filter(fits);
  return (
    [
      joined,
      joined.replace(/^\p{L}*id[^\p{L}\p{N}]*/iu, ''),
      bare(text.replace(/^[^]*[:=#]/, '')),
      // A whole line of a profile; with two IDs in it nobody knows which.
      whole.length === 1 ? (whole[0] ?? '') : '',
    ].find(fits) ?? tidy.slice(0, MOST_LETTERS)
  );
}

/** Without what stands around it and what people put between the parts of a number. */
function bare(text: string): string {
  return text.replace(NO_LETTERS_FIRST, '').replace(NO_LETTERS_LAST, '').replaceAll(BETWEEN, '');
}

/** As a person reads it: one form of every letter, plain digits for those of other scripts. */
export function plain(typed: string): string {
  return typed
    .slice(0, MOST_PASTED)
    .normalize('NFKC')
    .replaceAll(/\p{Cf}+/gu, '')
    .replaceAll(/\p{Nd}/gu, (digit) => String(valueOf(digit)));
}

/** Digits of every script stand in a row from nought to nine. */
function valueOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return before % 10;
}

/** Whether the ID is whole, so that it can be looked up. */
export function fitsCid(cid: string, form: Pick<Form, 'cid_pattern'>): boolean {
  try {
    return new RegExp(form.cid_pattern).test(cid);
  } catch {
    // A pattern that is no pattern: the server decides.
    return cid.length > 0;
  }
}

/** Which keyboard the ID wants: digits alone, or letters too. */
export function isNumericCid(form: Pick<Form, 'cid_pattern'>): boolean {
  return !/[A-Za-z]/.test(form.cid_pattern.replaceAll(/\\[dDwWsSbB]/g, ''));
}
