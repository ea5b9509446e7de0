import * as v from 'valibot';

/**
 * One SQL statement of a `sql.ts`, with the types of what goes in and what comes out.
 *
 *     export const orderByToken = statement({
 *       name: 'orders.by_token',
 *       text: `select order_id, state, total_minor, created_at from orders where token_hash = $1`,
 *       params: ['bytea'],
 *       row: v.object({ order_id: v.string(), state: v.string(), total_minor: v.number(), created_at: v.date() }),
 *     });
 *     const order = await db.maybe(orderByToken, [hash]);   // Row | null
 *
 * `params` are PostgreSQL type names in the order $1, $2 …; a trailing `?` lets null in, `[]` makes an array.
 * They type the call, encode its values (`jsonb` takes any JSON value, arrays too) and are compared with what
 * PostgreSQL infers, as `row` is, by the test over every `sql.ts` (check-statements.ts).
 * Name and text never change apart: `name` is the prepared statement's name on every connection.
 *
 * Columns arrive as: int2, int4, int8 → number (an int8 beyond 2^53 throws), timestamptz → Date, json and jsonb → the
 * parsed value, bool → boolean, bytea → Buffer, date and numeric → string as PostgreSQL writes it, arrays → arrays.
 */
export type Statement<Row, Params extends readonly unknown[]> = {
  readonly kind: 'statement';
  readonly name: string;
  readonly text: string;
  readonly params: readonly ParamType[];
  readonly row: v.GenericSchema<unknown, Row>;
  /** Never set: carries the parameter tuple for the compiler. */
  readonly takes?: Params;
};

type ScalarValues = {
  text: string;
  citext: string;
  uuid: string;
  bool: boolean;
  int2: number;
  int4: number;
  int8: number;
  float8: number;
  /** A decimal string: money and odds never pass through a float. */
  numeric: string;
  /** `YYYY-MM-DD` */
  date: string;
  timestamptz: Date;
  /** PostgreSQL's own notation, for example `30 seconds`. */
  interval: string;
  bytea: Uint8Array;
  json: Json;
  jsonb: Json;
};

export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json | undefined };

type Scalar = keyof ScalarValues;
type NotNullType = Scalar | `${Scalar}[]`;
export type ParamType = NotNullType | `${NotNullType}?`;

type ValueOf<T extends ParamType> = T extends `${infer Inner extends NotNullType}?`
  ? ValueOf<Inner> | null
  : T extends `${infer Element extends Scalar}[]`
    ? readonly ScalarValues[Element][]
    : T extends Scalar
      ? ScalarValues[T]
      : never;

type ValuesOf<P extends readonly ParamType[]> = { readonly [I in keyof P]: ValueOf<P[I]> };

/** The row of a statement that answers no columns. */
const noRow = v.never();

export function statement<
  const P extends readonly ParamType[] = readonly [],
  S extends v.GenericSchema = typeof noRow,
>(definition: {
  readonly name: string;
  readonly text: string;
  readonly params?: P;
  readonly row?: S;
}): Statement<v.InferOutput<S>, ValuesOf<P>> {
  return {
    kind: 'statement',
    name: definition.name,
    text: definition.text,
    params: definition.params ?? [],
    // The default stands only where the caller gave no row, and then S is its type.
    row: definition.row ?? noRow,
  };
}

/** The row a statement answers: `type OrderRow = RowOf<typeof orderByToken>`. */
export type RowOf<T> = T extends Statement<infer Row, readonly unknown[]> ? Row : never;

/** Values as the driver wants them: JSON as text, since the driver would turn a list into a PostgreSQL array. */
export function encodeParams(params: readonly ParamType[], values: readonly unknown[]): unknown[] {
  return values.map((value, index) => {
    const type = params[index];
    if (value === null || type === undefined) return value;
    if (type === 'json' || type === 'jsonb' || type === 'json?' || type === 'jsonb?') {
      return JSON.stringify(value);
    }
    if (type.startsWith('json') && Array.isArray(value)) {
      return value.map((element) => JSON.stringify(element));
    }
    return value;
  });
}
