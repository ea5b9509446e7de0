import pg from 'pg';

/** PostgreSQL's own numbers for the types whose reading we change. */
const INT8 = 20;
const DATE = 1082;
const INT8_ARRAY = 1016;
const DATE_ARRAY = 1182;

type Parser = (text: string) => unknown;

const OURS: ReadonlyMap<number, Parser> = new Map<number, Parser>([
  [INT8, safeInteger],
  [INT8_ARRAY, (text) => elements(text).map(safeInteger)],
  // A date has no time zone: the driver's Date would be midnight of this machine's zone.
  [DATE, (text) => text],
  [DATE_ARRAY, elements],
]);

/** How columns become JavaScript values; set on our pool only, so that no other user of the driver is touched. */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): Parser => {
    const ours = format === 'binary' ? undefined : OURS.get(oid);
    return ours ?? theirParser(oid, format ?? 'text');
  },
};

// The driver's declaration names only the built-in types; any number is taken, unknown ones read as text.
const theirParser = pg.types.getTypeParser as (oid: number, format: 'text' | 'binary') => Parser;

/** The elements of a one-dimensional array of a type that needs no quoting. */
function elements(text: string): string[] {
  const inner = text.slice(1, -1);
  return inner === '' ? [] : inner.split(',');
}

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(`PostgreSQL sent ${text}, more than a number can hold exactly`);
  }
  return value;
}
