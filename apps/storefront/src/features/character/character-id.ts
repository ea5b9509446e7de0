import type { Configs } from '@webpay/contract/calls';

type Form = Pick<Configs, 'cid_pattern' | 'cid_upper'>;

/** Cuts pasted text; longer than any ID. */
const MAX_LETTERS = 32;
/** Longer than any chat line that contains an ID. */
const MAX_PASTED = 300;

const NO_LETTERS = /[^\p{L}\p{N}]+/u;
const NO_LETTERS_FIRST = /^[^\p{L}\p{N}]+/u;
const NO_LETTERS_LAST = /(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/u;
/** Other marks carry meaning: "%00%00%00" is not six digits. */
const BETWEEN = /[\s\p{Pd}._,’']+/gu;

/**
 * Cleans a typed or pasted ID: no spaces or marks, plain digits, capitals where the game uses them (V04).
 * Dashes, "ID:" and surrounding words go only if the rest is a valid ID; other text stays for the player to see.
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
      // The one ID in a whole profile line; two would be ambiguous.
      whole.length === 1 ? (whole[0] ?? '') : '',
    ].find(fits) ?? tidy.slice(0, MAX_LETTERS)
  );
}

/** Removes surrounding and separating marks. */
function bare(text: string): string {
  return text.replace(NO_LETTERS_FIRST, '').replace(NO_LETTERS_LAST, '').replaceAll(BETWEEN, '');
}

/** Normalises letters and converts digits of all scripts. */
export function plain(typed: string): string {
  return typed
    .slice(0, MAX_PASTED)
    .normalize('NFKC')
    .replaceAll(/\p{Cf}+/gu, '')
    .replaceAll(/\p{Nd}/gu, (digit) => String(valueOf(digit)));
}

/** Digits of every script are contiguous from zero to nine. */
function valueOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return before % 10;
}

/** Whether the ID is complete and can be looked up. */
export function fitsCid(cid: string, form: Pick<Form, 'cid_pattern'>): boolean {
  try {
    return new RegExp(form.cid_pattern).test(cid);
  } catch {
    // Invalid pattern: the server decides.
    return cid.length > 0;
  }
}

export function isNumericCid(form: Pick<Form, 'cid_pattern'>): boolean {
  return !/[A-Za-z]/.test(form.cid_pattern.replaceAll(/\\[dDwWsSbB]/g, ''));
}
