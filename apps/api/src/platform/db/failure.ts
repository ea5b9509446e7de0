import { codeOf, sqlState } from './pool.ts';

/** A failure of the database itself, in one sentence; null for other errors. */
export type DatabaseFailure = {
  readonly kind: 'database_full' | 'database_unreachable' | 'database_refuses';
  readonly why: string;
  /** Connections are exhausted: the cause is the load, not this call. */
  readonly isExhaustion?: true;
};

const BY_STATE: Readonly<Record<string, DatabaseFailure>> = {
  '53100': { kind: 'database_full', why: 'its disk is full' },
  '53200': { kind: 'database_full', why: 'it is out of memory' },
  '53300': { kind: 'database_refuses', why: 'it has no connection left' },
  '53400': { kind: 'database_refuses', why: 'a limit of its configuration is reached' },
  '25006': { kind: 'database_refuses', why: 'it is read-only' },
  '28P01': { kind: 'database_refuses', why: 'it does not take our password' },
  '28000': { kind: 'database_refuses', why: 'it does not let us in' },
  '57014': { kind: 'database_unreachable', why: 'a statement took longer than it may' },
  '57P01': { kind: 'database_unreachable', why: 'it was shut down' },
  '57P02': { kind: 'database_unreachable', why: 'it crashed' },
  '57P03': { kind: 'database_unreachable', why: 'it is starting, or shutting down' },
  '3D000': { kind: 'database_refuses', why: 'there is no such database' },
  '25P03': { kind: 'database_unreachable', why: 'a transaction stood still for too long' },
  '57P04': { kind: 'database_refuses', why: 'it was dropped' },
  '57P05': { kind: 'database_unreachable', why: 'it ended an idle connection' },
  '58030': { kind: 'database_refuses', why: 'it cannot read or write its files' },
};

const BY_CODE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens at its address',
  ECONNRESET: 'the connection broke',
  EPIPE: 'the connection broke',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'its machine cannot be reached',
  EHOSTDOWN: 'its machine cannot be reached',
  ENETUNREACH: 'its network cannot be reached',
  ENETDOWN: 'its network cannot be reached',
  ECONNABORTED: 'the connection broke',
  NO_WRITABLE_HOST: 'none of its hosts accepts writes',
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name cannot be looked up',
};

/** The pool's message for a connection that is not available in time: nothing was sent. */
const NO_CONNECTION =
  /timeout exceeded when trying to connect|due to connection timeout|^timeout expired$/i;

/** Conflicts after their last retry (pool.ts). */
const UNDONE = new Set(['40001', '40P01']);

/** pg's own messages of errors without a code. */
const CONNECTION_BROKE =
  /connection terminated|connection error and is not queryable|client was closed|establishing an SSL connection/i;
/** pg's message when `query_timeout` ends before an answer. */
const NO_ANSWER = /^query read timeout$/i;

export function databaseFailure(error: unknown): DatabaseFailure | null {
  if (!(error instanceof Error)) return null;
  const state = sqlState(error);
  if (state !== null && Object.hasOwn(BY_STATE, state)) return BY_STATE[state] ?? null;
  if (state?.startsWith('08') === true) {
    return { kind: 'database_unreachable', why: 'the connection broke' };
  }
  if (NO_CONNECTION.test(error.message)) {
    return { kind: 'database_unreachable', why: 'no connection came in time', isExhaustion: true };
  }
  if (NO_ANSWER.test(error.message)) {
    return { kind: 'database_unreachable', why: 'it did not answer in time' };
  }
  const code = codeOf(error) ?? '';
  // The file of a socket that nobody serves.
  const noSocket = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';
  const broken = Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined;
  const known = noSocket ? BY_CODE['ECONNREFUSED'] : broken;
  const why = known ?? (CONNECTION_BROKE.test(error.message) ? 'the connection broke' : null);
  return why === null ? null : { kind: 'database_unreachable', why };
}

/**
 * Whether the caller may repeat the call: the database is unreachable, or a conflict undid the work. A broken
 * commit may have succeeded, so every call that changes something is safe to repeat. A full disk stays full.
 */
export function isPassing(error: unknown): boolean {
  if (UNDONE.has(sqlState(error) ?? '')) return true;
  const kind = databaseFailure(error)?.kind;
  return kind === 'database_unreachable' || kind === 'database_refuses';
}
