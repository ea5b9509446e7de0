import { isUtf8 } from 'node:buffer';
import { Refusal } from '../errors.ts';

/** A form's pairs in their order; `fields` holds each once. */
export type Form = {
  readonly pairs: readonly (readonly [string, string])[];
  readonly fields: ReadonlyMap<string, string>;
};

/** Several times the fields of the longest call: thousands cost milliseconds of sorting before the signature is checked. */
const MAX_FIELDS = 100;

/**
 * Parses an urlencoded body (contract §2): UTF-8, at most 100 fields, each at most once. Values are
 * not converted before the signature over these pairs is checked.
 * @throws Refusal PARAMETER_ERROR
 */
export function readForm(body: Buffer): Form {
  if (!isUtf8(body)) throw new Refusal('PARAMETER_ERROR');
  const text = body.toString('utf8');
  const pairs: [string, string][] = [];
  const fields = new Map<string, string>();
  for (const part of text.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const key = decode(equals === -1 ? part : part.slice(0, equals));
    const value = decode(equals === -1 ? '' : part.slice(equals + 1));
    if (fields.has(key) || pairs.length === MAX_FIELDS) throw new Refusal('PARAMETER_ERROR');
    fields.set(key, value);
    pairs.push([key, value]);
  }
  return { pairs, fields };
}

function decode(encoded: string): string {
  const spaced = encoded.includes('+') ? encoded.replaceAll('+', ' ') : encoded;
  const text = spaced.includes('%') ? decodePercent(spaced) : spaced;
  // PostgreSQL texts cannot contain NUL.
  if (text.includes('\u0000')) throw new Refusal('PARAMETER_ERROR');
  return text;
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Refusal('PARAMETER_ERROR');
  }
}
