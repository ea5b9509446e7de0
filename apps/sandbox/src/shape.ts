/** Parsed input, validated field by field. */
export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function parseJson(bytes: Buffer | string): unknown {
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return value;
  } catch {
    return undefined;
  }
}
