import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, inject } from 'vitest';
import { openDb, type Db } from '../../apps/api/src/platform/db/pool.ts';
import { createDatabase, databaseAt, dropDatabase, TEMPLATES, type Template } from './templates.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A connection to this port answers the address of the run's PostgreSQL. */
    databasePort: number;
    /** Data of shared shops, removed when the run ends. */
    runFolder: string;
  }
}

export type TestDatabase = { readonly url: string; readonly db: Db };

/**
 * A database of one test file, dropped when the file ends: migrated, and with `seeded` also with
 * the six projects. Rows are checked against their statements' shapes.
 */
export async function testDatabase(template: Template = 'empty'): Promise<TestDatabase> {
  const url = await blankDatabase(TEMPLATES[template]);
  const db = openDb(url, { max: 10, name: 'test', checkRows: true });
  afterAll(async () => {
    await db.close();
    await removeDatabase(url);
  });
  return { url, db };
}

/** Creates an empty database, or a copy of a template, that ends with the run. @returns its address */
export async function blankDatabase(template: string | null = null): Promise<string> {
  const server = await serverUrl();
  const name = `test_${randomBytes(6).toString('hex')}`;
  await createDatabase(server, name, template);
  return databaseAt(server, name);
}

/** Drops a database of `blankDatabase` early: many copies of a shop fill a small disk. */
export async function removeDatabase(url: string): Promise<void> {
  await dropDatabase(await serverUrl(), new URL(url).pathname.slice(1));
}

let known: Promise<string> | undefined;

function serverUrl(): Promise<string> {
  known ??= askForServer();
  return known;
}

async function askForServer(): Promise<string> {
  const socket = connect(inject('databasePort'), '127.0.0.1');
  const answer: unknown = JSON.parse(await text(socket));
  if (typeof answer !== 'object' || answer === null) throw new Error('no test database');
  if ('trouble' in answer) throw new Error(`no test database: ${String(answer.trouble)}`);
  if (!('url' in answer) || typeof answer.url !== 'string') throw new Error('no test database');
  return answer.url;
}
