import type { Db } from '../../platform/db/pool.ts';
import { newestOrder } from './queries.ts';

/** The number of a database's orders, and when the newest was made: the end of a restored one. */
export function readNewestOrder(db: Pick<Db, 'one'>) {
  return db.one(newestOrder);
}
