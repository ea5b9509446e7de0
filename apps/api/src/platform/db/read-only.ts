import type { Db } from './pool.ts';

const READ_ONLY = { readOnly: true } as const;

/** The same database, where PostgreSQL refuses every change. A statement is a transaction of its own. */
export function readOnlyDb(db: Db): Db {
  return {
    ...db,
    many: (...asked) => db.transaction((tx) => tx.many(...asked), READ_ONLY),
    one: (...asked) => db.transaction((tx) => tx.one(...asked), READ_ONLY),
    maybe: (...asked) => db.transaction((tx) => tx.maybe(...asked), READ_ONLY),
    run: (...asked) => db.transaction((tx) => tx.run(...asked), READ_ONLY),
    transaction: (work, options) => db.transaction(work, { ...options, ...READ_ONLY }),
  };
}
