/** A JSON object that is not validated yet. */
export type Fields = Readonly<Record<string, unknown>>;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Parses JSON in UTF-8; undefined for anything else. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    return undefined;
  }
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value's fields, or an empty object, so that a path into invalid data yields undefined. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A non-blank text; null for anything else, and for a text that PostgreSQL cannot store. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && !value.includes('\u0000') ? value : null;
}

/** The first `longest` UTF-16 units, without splitting a character. */
export function cutText(text: string, longest: number): string {
  const whole = text.toWellFormed();
  if (whole.length <= longest) return whole;
  const cut = whole.slice(0, longest);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}

/** An address that is safe to send a browser to. */
export function webAddress(value: unknown): string | null {
  const text = textOf(value);
  if (text === null || !URL.canParse(text)) return null;
  const { protocol } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? text : null;
}
