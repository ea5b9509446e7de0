import { afterAll, beforeAll } from 'vitest';
import {
  startTestEnvironment,
  type TestEnvironment,
  type TestEnvironmentOptions,
} from './environment.ts';
import { TEMPLATES } from './templates.ts';
import { blankDatabase, removeDatabase } from './test-database.ts';

/**
 * A whole shop for one test file, started before its tests and stopped after them. Its database is one of the run's
 * PostgreSQL, with the six projects in it already; who asks for `fsync` gets a PostgreSQL of its own, to be killed.
 */
export function sharedEnvironment(options: TestEnvironmentOptions = {}): () => TestEnvironment {
  let environment: TestEnvironment | undefined;
  let database: string | undefined;
  beforeAll(async () => {
    if (options.fsync !== true) database = await blankDatabase(TEMPLATES.seeded);
    environment = await startTestEnvironment({
      ...options,
      env: { DATABASE_URL: database, ...options.env },
    });
  });
  afterAll(async () => {
    await environment?.stop();
    if (database !== undefined) await removeDatabase(database);
  });
  return () => {
    if (environment === undefined) throw new Error('the environment is not up');
    return environment;
  };
}

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

/** What really happened at the gateways and the games. */
export async function statementOf(
  environment: Pick<TestEnvironment, 'sandboxUrl'>,
): Promise<Statement> {
  const response = await fetch(`${environment.sandboxUrl}/statement`);
  return (await response.json()) as Statement;
}

/** Captures of one order. */
export async function capturesOf(
  environment: Pick<TestEnvironment, 'sandboxUrl'>,
  orderId: string,
) {
  const { captures } = await statementOf(environment);
  return captures.filter((capture) => capture.out_trade_no.startsWith(`A${orderId}_`));
}

export async function setFault(
  environment: Pick<TestEnvironment, 'sandboxUrl'>,
  fault: object,
): Promise<void> {
  const response = await fetch(`${environment.sandboxUrl}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  });
  if (!response.ok) throw new Error(`fault refused: ${await response.text()}`);
}

export async function clearFaults(environment: Pick<TestEnvironment, 'sandboxUrl'>): Promise<void> {
  await fetch(`${environment.sandboxUrl}/faults`, { method: 'DELETE' });
}
