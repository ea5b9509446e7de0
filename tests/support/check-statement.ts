import type pg from 'pg';
import type * as v from 'valibot';
import type { Statement } from '../../apps/api/src/platform/db/statement.ts';

type AnyStatement = Statement<unknown, object>;
type Column = { readonly name: string; readonly type: string };
type Described = { readonly params: readonly string[]; readonly columns: readonly Column[] };

export function isStatement(value: unknown): value is AnyStatement {
  return (
    typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'statement'
  );
}

/** The statements of a module's exports, also those inside objects, lists and maps. */
export const statementsIn = (value: unknown): AnyStatement[] => [...new Set(walk(value, 4))];

function walk(value: unknown, deep: number): AnyStatement[] {
  if (isStatement(value)) return [value];
  if (typeof value !== 'object' || value === null || deep === 0) return [];
  const parts = value instanceof Map ? [...value.values()] : Object.values(value);
  return parts.flatMap((each) => walk(each, deep - 1));
}

/**
 * Parses a statement on the migrated schema without running it, and compares parameters and columns
 * with its declaration. @returns one sentence per difference
 */
export async function differencesOf(pool: pg.Pool, statement: AnyStatement) {
  const described = await describe(pool, statement.text);
  return [...paramDifference(statement, described), ...columnDifference(statement, described)];
}

function paramDifference(statement: AnyStatement, { params }: Described): string[] {
  return statement.params.flatMap(({ name, type }, index) => {
    const declared = type.replace('?', '');
    const actual = params[index] ?? 'nothing';
    return declared === actual
      ? []
      : [`:${name} is ${actual} for PostgreSQL, declared ${declared}`];
  });
}

function columnDifference(statement: AnyStatement, { columns }: Described): string[] {
  const row = shapeOf(statement.row);
  if (row.type === 'never') {
    return columns.length === 0 ? [] : ['answers columns but declares no row'];
  }
  if (row.entries === undefined) return [`declares a row that is no object but ${row.type}`];
  const entries = new Map(Object.entries(row.entries));
  const missing = [...entries.keys()].filter((name) => !columns.some((each) => each.name === name));
  return [
    ...missing.map((name) => `declares column ${name}, which it does not answer`),
    ...columns.flatMap((column) => {
      const declared = entries.get(column.name);
      if (declared === undefined) return [`answers column ${column.name}, which is not declared`];
      return fits(column.type, shapeOf(declared))
        ? []
        : [`column ${column.name} is ${column.type} for PostgreSQL, declared ${declared.type}`];
    }),
  ];
}

/** The parts of a valibot schema that matter here; its type decides which exist. */
type Shape = {
  readonly type: string;
  readonly entries?: Readonly<Record<string, v.GenericSchema>>;
  readonly wrapped?: v.GenericSchema;
  readonly item?: v.GenericSchema;
  readonly options?: readonly unknown[];
  readonly pipe?: readonly { readonly kind: string }[];
};

function shapeOf(schema: v.GenericSchema): Shape {
  // Verified edge: every member is optional and checked before use.
  return schema;
}

const WRAPPERS = new Set(['nullable', 'nullish', 'optional', 'undefinedable', 'non_nullable']);
const ANYTHING = new Set(['unknown', 'any', 'custom']);

const FITTING: Readonly<Record<string, readonly string[]>> = {
  int2: ['number', 'literal', 'picklist'],
  int4: ['number', 'literal', 'picklist'],
  int8: ['number', 'literal', 'picklist'],
  float8: ['number'],
  bool: ['boolean', 'literal'],
  text: ['string', 'literal', 'picklist', 'enum'],
  citext: ['string'],
  varchar: ['string', 'literal', 'picklist', 'enum'],
  uuid: ['string'],
  numeric: ['string'],
  date: ['string'],
  interval: ['custom'],
  timestamptz: ['date'],
  bytea: ['instance'],
  void: ['string'],
};

function fits(type: string, shape: Shape): boolean {
  // Rows are not parsed outside tests, so a transforming shape would have a wrong type.
  if (shape.pipe?.some((each) => each.kind === 'transformation') === true) return false;
  if (WRAPPERS.has(shape.type) && shape.wrapped) return fits(type, shapeOf(shape.wrapped));
  if (ANYTHING.has(shape.type) || type === 'json' || type === 'jsonb') return true;
  if (shape.type === 'union' && shape.options) {
    return shape.options.some((each) => fits(type, shapeOf(each as v.GenericSchema)));
  }
  if (type.endsWith('[]')) {
    const isArray = shape.type === 'array' && shape.item !== undefined;
    return isArray && shape.item !== undefined && fits(type.slice(0, -2), shapeOf(shape.item));
  }
  return FITTING[type]?.includes(shape.type) ?? false;
}

async function describe(pool: pg.Pool, text: string): Promise<Described> {
  const client = await pool.connect();
  try {
    const { paramOids, fields } = await new Promise<Raw>((resolve, reject) => {
      client.query(new Description(text, resolve, reject));
    });
    const oids = [...new Set([...paramOids, ...fields.map((field) => field.dataTypeID)])];
    const { rows } = await client.query<{ oid: number; name: string }>(
      `select t.oid::int4 as oid,
              case when t.typtype = 'e' then 'text'
                   when t.typtype = 'd' then base.typname::text
                   when element.oid is not null then
                     case when element.typtype = 'e' then 'text' else element.typname end || '[]'
                   else t.typname end as name
         from pg_type t
         left join pg_type base on base.oid = t.typbasetype
         left join pg_type element on element.oid = t.typelem and t.typcategory = 'A'
        where t.oid = any ($1::oid[])`,
      [oids],
    );
    const names = new Map(rows.map((row) => [row.oid, row.name]));
    const nameOf = (oid: number): string => names.get(oid) ?? String(oid);
    return {
      params: paramOids.map(nameOf),
      columns: fields.map((field) => ({ name: field.name, type: nameOf(field.dataTypeID) })),
    };
  } finally {
    client.release();
  }
}

type Raw = {
  readonly paramOids: readonly number[];
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
};

/** Sends parse, describe, sync: types without execution. The driver calls these members by name. */
class Description implements pg.Submittable {
  #paramOids: readonly number[] = [];
  #fields: Raw['fields'] = [];
  #error: Error | undefined;
  readonly #text: string;
  readonly #resolve: (raw: Raw) => void;
  readonly #reject: (error: Error) => void;

  constructor(text: string, resolve: (raw: Raw) => void, reject: (error: Error) => void) {
    this.#text = text;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  submit(connection: pg.Connection): void {
    connection.once('parameterDescription', (message: { dataTypeIDs: number[] }) => {
      this.#paramOids = message.dataTypeIDs;
    });
    connection.parse({ name: '', text: this.#text, types: [] }, true);
    connection.describe({ type: 'S', name: '' }, true);
    connection.sync();
  }

  handleRowDescription(message: { fields: Raw['fields'] }): void {
    this.#fields = message.fields;
  }

  handleError(error: Error): void {
    this.#error = error;
  }

  handleReadyForQuery(): void {
    if (this.#error) this.#reject(this.#error);
    else this.#resolve({ paramOids: this.#paramOids, fields: this.#fields });
  }
}
