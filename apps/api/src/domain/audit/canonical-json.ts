/**
 * JSON in the one form of RFC 8785, so that equal values have equal bytes: names in the order of their UTF-16 units, no
 * spaces, numbers and texts as ECMAScript writes them. Values become JSON first: a Date its text, undefined is left out.
 * @throws TypeError for a number that JSON cannot hold, or a value that is no JSON
 */
export function canonicalJson(value: unknown): string {
  const text: string | undefined = JSON.stringify(value, refuseInfinite);
  if (text === undefined) throw new TypeError('the value is no JSON');
  return write(JSON.parse(text));
}

/** JSON.stringify would write null for them. */
function refuseInfinite(_name: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError('no finite number');
  return value;
}

function write(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(plain(value));
  const members = Object.entries(value)
    .map(([name, member]) => [plain(name), member] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))
    .map(([name, member]) => `${JSON.stringify(name)}:${write(member)}`);
  return `{${members.join(',')}}`;
}

/** RFC 8785 takes well-formed texts alone, and PostgreSQL's jsonb no zero character. */
function plain<T>(value: T): T | string {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\u{FFFD}') : value;
}
