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
  '58030': { kind: 'database_refuses', why: 'it cannot read or write its files' },
};

const BY_CODE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens at its address',
  ECONNRESET: 'the connection broke',
  EPIPE: 'the connection broke',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'its machine cannot be reached',
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name cannot be looked up',
};

/** The pool's message for a connection that is not available in time: nothing was sent. */
const NO_CONNECTION =
  /timeout exceeded when trying to connect|due to connection timeout|^timeout expired$/i;

/** A conflict after its last retry (pool.ts), or a statement timeout. */
const UNDONE = new Set(['40001', '40P01', '57014']);

/** pg's own message of an error without a code. */
const CONNECTION_BROKE = /connection terminated/i;

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
  const code = codeOf(error) ?? '';
  const broken = Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined;
  const why = broken ?? (CONNECTION_BROKE.test(error.message) ? 'the connection broke' : null);
  return why === null ? null : { kind: 'database_unreachable', why };
}

/**
 * Whether the error is temporary: a timeout, a conflict or exhausted connections. Nothing was
 * changed, so the caller may repeat the call.
 */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return UNDONE.has(sqlState(error) ?? '') || databaseFailure(error)?.isExhaustion === true;
}
