import type { Db, Queries } from '../db/pool.ts';
import type { Statement } from '../db/statement.ts';
import type { SpanStart, Trace } from './trace.ts';

/** A database whose statements and transactions are spans: by their names, without values. Without traces it is the same. */
export function traceDb(db: Db, trace: Trace | undefined): Db {
  if (trace === undefined) return db;
  return {
    ...db,
    ...tracedQueries(db, trace),
    // From the wait for a connection to the commit, with repeats after a conflict.
    transaction: (work, options) =>
      trace.span(TRANSACTION, () =>
        db.transaction((tx) => work(tracedQueries(tx, trace)), options),
      ),
  };
}

const SYSTEM = { 'db.system.name': 'postgresql' } as const;
const TRANSACTION: SpanStart = { name: 'transaction', kind: 'internal', attributes: SYSTEM };

const startOf = ({ name }: Pick<Statement<unknown, object>, 'name'>): SpanStart => ({
  name,
  kind: 'client',
  attributes: SYSTEM,
});

function tracedQueries(queries: Queries, trace: Trace): Queries {
  return {
    many: (statement, ...values) =>
      trace.span(startOf(statement), () => queries.many(statement, ...values)),
    one: (statement, ...values) =>
      trace.span(startOf(statement), () => queries.one(statement, ...values)),
    maybe: (statement, ...values) =>
      trace.span(startOf(statement), () => queries.maybe(statement, ...values)),
    run: (statement, ...values) =>
      trace.span(startOf(statement), () => queries.run(statement, ...values)),
  };
}
