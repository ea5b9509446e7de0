import * as v from 'valibot';
import { compileParameters } from './named-parameters.ts';

/**
 * One SQL statement of a noun, with the types of its parameters and its row.
 *
 *     export const orderByToken = statement({
 *       name: 'orders.by_token',
 *       text: `select order_id, state, total_minor, created_at from orders where token_hash = :tokenHash`,
 *       params: { tokenHash: 'bytea' },
 *       row: v.object({ order_id: v.string(), state: v.string(), total_minor: v.number(), created_at: v.date() }),
 *     });
 *     const order = await db.maybe(orderByToken, { tokenHash: hash });   // Row | null
 *
 * `params` names PostgreSQL types; a trailing `?` allows null, `[]` makes an array. They type the call and encode its
 * values (`jsonb` takes any JSON value). The test over every statement (statements.test.ts) compares `params` and `row`
 * with PostgreSQL's inferred types. `name` is the prepared statement's name: it changes with the text.
 *
 * Columns arrive as: int2, int4, int8 → number (an int8 beyond 2^53 throws), timestamptz → Date, json and jsonb → the
 * parsed value, bool → boolean, bytea → Buffer, date and numeric → string as PostgreSQL writes it, arrays → arrays.
 */
export type Statement<Row, Values extends object> = {
  readonly kind: 'statement';
  readonly name: string;
  /** The text for PostgreSQL, with $1, $2 … */
  readonly text: string;
  /** In the order of $1, $2 … */
  readonly params: readonly Param[];
  readonly row: v.GenericSchema<unknown, Row>;
  /** Never set: carries the values' type for the compiler. */
  readonly takes?: Values;
};

export type Param = { readonly name: string; readonly type: ParamType };

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
  /** PostgreSQL's own notation, such as `30 seconds`. */
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

type ParamTypes = { readonly [name: string]: ParamType };
type ValuesOf<P extends ParamTypes> = { readonly [K in keyof P]: ValueOf<P[K]> };

/** The row of a statement that returns no columns. */
const noRow = v.never();

/**
 * True; the statement's commit, when it is its own transaction, does not wait for the disk. Only for rows whose loss costs
 * nothing (docs/decisions/0057).
 */
export const NOT_SYNCED = `(select set_config('synchronous_commit', 'off', true)) = 'off'`;

/**
 * Declares a statement.
 * @throws when the text and `params` name different parameters, or the text contains `$1`
 */
export function statement<
  const P extends ParamTypes,
  S extends v.GenericSchema = typeof noRow,
>(definition: {
  readonly name: string;
  readonly text: string;
  readonly params?: P;
  readonly row?: S;
}): Statement<v.InferOutput<S>, ValuesOf<P>> {
  const { name } = definition;
  const types = new Map(Object.entries<ParamType>(definition.params ?? {}));
  const { text, names } = compileParameters(definition.text);
  const unused = [...types.keys()].filter((each) => !names.includes(each));
  if (unused.length > 0) throw new Error(`${name}: the text does not use ${unused.join(', ')}`);
  const params = names.map((each) => {
    const type = types.get(each);
    if (type === undefined) throw new Error(`${name}: params does not declare ${each}`);
    return { name: each, type };
  });
  // The default applies only where the caller gave no row, and then S is its type.
  return { kind: 'statement', name, text, params, row: definition.row ?? noRow };
}

/** A statement's row: `type OrderRow = RowOf<typeof orderByToken>`. */
export type RowOf<T> = T extends Statement<infer Row, object> ? Row : never;

/** A statement's values: `type OrderValues = ValuesFor<typeof insertOrder>`. */
export type ValuesFor<T> = T extends Statement<unknown, infer Values> ? Values : never;

/** Values as the driver wants them: JSON as text, since the driver would turn a list into a PostgreSQL array. */
export function encodeValues(params: readonly Param[], values: object): unknown[] {
  const given = new Map(Object.entries<unknown>({ ...values }));
  return params.map(({ name, type }) => {
    const value = given.get(name);
    if (value === null || value === undefined) return null;
    if (!type.startsWith('json')) return value;
    if (!type.includes('[]')) return JSON.stringify(value);
    return Array.isArray(value) ? value.map((element) => JSON.stringify(element)) : value;
  });
}
