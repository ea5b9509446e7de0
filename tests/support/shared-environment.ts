import { afterAll, beforeAll, inject } from 'vitest';
import { startInProcess, type InProcessOptions } from './in-process.ts';
import {
  startTestEnvironment,
  type TestShop,
  type TestEnvironment,
  type TestEnvironmentOptions,
} from './environment.ts';
import { postJson } from './shopper.ts';
import { TEMPLATES } from './templates.ts';
import { blankDatabase, removeDatabase } from './test-database.ts';

/** Services in this process, or as processes for tests that kill, measure or restart them. */
export type SharedOptions =
  | (Omit<InProcessOptions, 'databaseUrl'> & { readonly processes?: false })
  | ProcessOptions;
type ProcessOptions = TestEnvironmentOptions & { readonly processes: true };

/**
 * A shop for one test file, in the test's process unless `processes` is set. Its database is one of
 * the run's PostgreSQL; `fsync` gives it a PostgreSQL of its own.
 */
export function sharedEnvironment(options: ProcessOptions): () => TestEnvironment;
export function sharedEnvironment(options?: SharedOptions): () => TestShop;
export function sharedEnvironment(options: SharedOptions = {}): () => TestShop {
  let environment: TestShop | undefined;
  let database: string | undefined;
  beforeAll(async () => {
    if (options.processes === true && options.fsync === true) {
      environment = await startTestEnvironment(options);
      return;
    }
    database = await blankDatabase(TEMPLATES.seeded);
    environment =
      options.processes === true
        ? await startTestEnvironment({
            ...options,
            env: { DATABASE_URL: database, ...options.env },
          })
        : await startInProcess({ ...options, databaseUrl: database });
  });
  afterAll(async () => {
    await environment?.stop();
    if (database !== undefined) await removeDatabase(database);
  });
  return () => {
    if (environment === undefined) throw new Error('the test environment is not up');
    return environment;
  };
}

let common: Promise<TestShop> | undefined;

/**
 * The shop that all files of one worker share. For files that use new characters, leave clock and
 * settings alone, and compare no totals.
 */
export function commonShop(): () => TestShop {
  let environment: TestShop | undefined;
  beforeAll(async () => {
    common ??= blankDatabase(TEMPLATES.seeded).then((databaseUrl) =>
      startInProcess({ databaseUrl, folder: inject('runFolder') }),
    );
    environment = await common;
  });
  afterAll(async () => {
    if (environment !== undefined) await clearFaults(environment);
  });
  return () => {
    if (environment === undefined) throw new Error('the test environment is not up');
    return environment;
  };
}

type Outside = Pick<TestShop, 'sandboxUrl'>;

export type Statement = {
  readonly captures: readonly {
    readonly provider: string;
    readonly id: string;
    readonly out_trade_no: string;
    readonly amount: string | number;
    readonly currency: string;
    readonly state: string;
  }[];
  readonly refunds: readonly { readonly out_trade_no: string | null; readonly amount: string }[];
  readonly mails: number;
};

/** The statements of gateways and games. */
export async function statementOf(environment: Outside): Promise<Statement> {
  const response = await fetch(`${environment.sandboxUrl}/statement`);
  return (await response.json()) as Statement;
}

export async function capturesOf(environment: Outside, orderId: string) {
  const { captures } = await statementOf(environment);
  return captures.filter((capture) => capture.out_trade_no.startsWith(`A${orderId}_`));
}

/** A fault of a gateway or game, once unless `more` says otherwise. */
export async function setFault(
  { sandboxUrl }: Outside,
  target: string,
  op: string,
  kind: string,
  more: { readonly times?: number; readonly ms?: number } = {},
): Promise<void> {
  await postJson(`${sandboxUrl}/faults`, { target, op, kind, times: 1, ...more });
}

export async function clearFaults(environment: Outside): Promise<void> {
  await fetch(`${environment.sandboxUrl}/faults`, { method: 'DELETE' });
}
