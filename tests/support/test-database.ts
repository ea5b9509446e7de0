import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import * as v from 'valibot';
import { afterAll, inject } from 'vitest';
import type { Addresses } from '../../apps/api/src/platform/db/address.ts';
import { openDb, type Db } from '../../apps/api/src/platform/db/pool.ts';
import {
  createTestDatabase,
  databaseAt,
  dropDatabase,
  TEMPLATES,
  type Template,
} from './templates.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A connection to this port answers the address of the run's PostgreSQL. */
    databasePort: number;
    /** Data of shared shops, removed when the run ends. */
    runFolder: string;
  }
}

export type TestDatabase = Addresses & { readonly db: Db };

/**
 * A database of one test file, dropped when the file ends: migrated, and with `seeded` also with
 * the six projects. `db` has the rights of the shop; rows are checked against their statements' shapes.
 */
export async function testDatabase(template: Template = 'empty'): Promise<TestDatabase> {
  const url = await blankDatabase(TEMPLATES[template]);
  const db = openDb(url, { max: 10, name: 'test', checkRows: true });
  afterAll(async () => {
    await db.close();
    await removeDatabase(url);
  });
  return { url, ownerUrl: await ownerOf(url), db };
}

/**
 * Creates an empty database, or a copy of a template, that ends with the run.
 * @returns its address: the owner's of an empty one, the shop's of a copy
 */
export async function blankDatabase(template: string | null = null): Promise<string> {
  const { url, ownerUrl } = await server();
  const name = await createTestDatabase(ownerUrl, template);
  return databaseAt(template === null ? ownerUrl : url, name);
}

/** The address of the same database for its owner. */
export async function ownerOf(url: string): Promise<string> {
  return databaseAt((await server()).ownerUrl, new URL(url).pathname.slice(1));
}

/** The address of the same database for the shop. */
export async function shopOf(ownerUrl: string): Promise<string> {
  return databaseAt((await server()).url, new URL(ownerUrl).pathname.slice(1));
}

/** Runs statements as the owner of a test's database: what the shop itself may not do. */
export async function asOwner(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: await ownerOf(url) });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Drops a database of `blankDatabase` early: many copies of a shop fill a small disk. */
export async function removeDatabase(url: string): Promise<void> {
  await dropDatabase((await server()).ownerUrl, new URL(url).pathname.slice(1));
}

let known: Promise<Addresses> | undefined;

function server(): Promise<Addresses> {
  known ??= askForServer();
  return known;
}

async function askForServer(): Promise<Addresses> {
  const socket = connect(inject('databasePort'), '127.0.0.1');
  const answer: unknown = JSON.parse(await text(socket));
  if (typeof answer !== 'object' || answer === null) throw new Error('no test database');
  if ('trouble' in answer) throw new Error(`no test database: ${String(answer.trouble)}`);
  return v.parse(v.object({ url: v.string(), ownerUrl: v.string() }), answer);
}
