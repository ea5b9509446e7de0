import { afterAll, beforeAll } from 'vitest';
import { startWorld, type World, type WorldOptions } from '../../../../tools/world.ts';
import { TEMPLATES } from './templates.ts';
import { blankDatabase, removeDatabase } from './test-database.ts';

/**
 * A whole shop for one test file, started before its tests and stopped after them. Its database is one of the run's
 * PostgreSQL, with the six projects in it already; who asks for `fsync` gets a PostgreSQL of its own, to be killed.
 */
export function sharedWorld(options: WorldOptions = {}): () => World {
  let world: World | undefined;
  let database: string | undefined;
  beforeAll(async () => {
    if (options.fsync !== true) database = await blankDatabase(TEMPLATES.seeded);
    world = await startWorld({ ...options, env: { DATABASE_URL: database, ...options.env } });
  });
  afterAll(async () => {
    await world?.stop();
    if (database !== undefined) await removeDatabase(database);
  });
  return () => {
    if (world === undefined) throw new Error('the world is not up');
    return world;
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
export async function statementOf(world: Pick<World, 'sandboxUrl'>): Promise<Statement> {
  const response = await fetch(`${world.sandboxUrl}/statement`);
  return (await response.json()) as Statement;
}

/** Captures of one order. */
export async function capturesOf(world: Pick<World, 'sandboxUrl'>, orderId: string) {
  const { captures } = await statementOf(world);
  return captures.filter((capture) => capture.out_trade_no.startsWith(`A${orderId}_`));
}

export async function setFault(world: Pick<World, 'sandboxUrl'>, fault: object): Promise<void> {
  const response = await fetch(`${world.sandboxUrl}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  });
  if (!response.ok) throw new Error(`fault refused: ${await response.text()}`);
}

export async function clearFaults(world: Pick<World, 'sandboxUrl'>): Promise<void> {
  await fetch(`${world.sandboxUrl}/faults`, { method: 'DELETE' });
}
