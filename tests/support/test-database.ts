import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, inject } from 'vitest';
import { openDb, type Db } from '../../apps/api/src/platform/db/pool.ts';
import { createDatabase, databaseAt, dropDatabase, TEMPLATES, type Template } from './templates.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Whoever connects to this port is told the address of the run's PostgreSQL. */
    databasePort: number;
    /** Removed when the run ends: data of shops that several files share. */
    runFolder: string;
  }
}

export type TestDatabase = { readonly url: string; readonly db: Db };

/**
 * A database of this test file's own on the run's PostgreSQL, dropped when the file ends.
 *
 *     const { db } = await testDatabase();            // migrated, no projects
 *     const { db } = await testDatabase('seeded');    // with the six projects of catalogue/
 *
 * Rows are held against their statements' shapes.
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

/** The address of a database with nothing in it, or a copy of the template named. Gone with the run's PostgreSQL. */
export async function blankDatabase(template: string | null = null): Promise<string> {
  const server = await serverUrl();
  const name = `test_${randomBytes(6).toString('hex')}`;
  await createDatabase(server, name, template);
  return databaseAt(server, name);
}

/** What `blankDatabase` made, before the run ends: many copies of a shop fill a small disk. */
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
