/** A JSON object nobody has looked at yet. */
export type Fields = Readonly<Record<string, unknown>>;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** What the bytes say, or undefined when they are not JSON in UTF-8. */
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

/** The value's fields; none when it is not an object, so that a path into nonsense ends in nothing. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text that says something; null for anything else, and for what PostgreSQL could not hold. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && !value.includes('\u0000') ? value : null;
}

/** The first `longest` UTF-16 units, never half a character. */
export function cutText(text: string, longest: number): string {
  const whole = text.toWellFormed();
  if (whole.length <= longest) return whole;
  const cut = whole.slice(0, longest);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}

/** An address a browser may be sent to. */
export function webAddress(value: unknown): string | null {
  const text = textOf(value);
  if (text === null || !URL.canParse(text)) return null;
  const { protocol } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? text : null;
}
