import { complain, given, readDatabaseUrl, readWhole, type Fields } from './fields.ts';
import type { PoolerMode } from '../platform/db/pool.ts';

export type ReplicaConfig = {
  readonly url: string;
  /** Rows that may be older are read from the primary, in ms. */
  readonly mostAgeMs: number;
  /** The largest number of connections of a server, and of a console. */
  readonly connections: number;
};

/** Null: all reads go to the database that is written. */
export function readReplica(fields: Fields, databaseUrl: string | null): ReplicaConfig | null {
  const url = readDatabaseUrl(fields, 'DATABASE_REPLICA_URL');
  const mostAgeMs = readWhole(fields, 'DATABASE_REPLICA_LAG_MS', 3_000, [0, 60_000]);
  const connections = readWhole(fields, 'DATABASE_REPLICA_CONNECTIONS', 4, [1, 1_000]);
  if (url === null) return null;
  if (databaseUrl === null) {
    const why = 'is given without DATABASE_URL: the embedded database has no replica';
    complain(fields, 'DATABASE_REPLICA_URL', why);
  }
  return { url, mostAgeMs, connections };
}

export function readPooler(fields: Fields): PoolerMode | null {
  const value = given(fields, 'DATABASE_POOLER') ?? 'none';
  if (value === 'session' || value === 'transaction') return value;
  if (value !== 'none') {
    complain(fields, 'DATABASE_POOLER', `is "${value}", not "none", "session" or "transaction"`);
  }
  return null;
}
