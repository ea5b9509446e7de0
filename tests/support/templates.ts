import { randomBytes } from 'node:crypto';
import path from 'node:path';
import pg from 'pg';
import type { Addresses } from '../../apps/api/src/platform/db/address.ts';
import { migrate } from '../../apps/api/src/platform/db/migrate.ts';
import { openDb } from '../../apps/api/src/platform/db/pool.ts';
import { importCatalogue } from '../../apps/api/src/catalogue-import/import-catalogue.ts';

/** Databases that tests copy in about 50 ms: migrated, and with the six projects. */
export const TEMPLATES = { empty: 'template_empty', seeded: 'template_seeded' } as const;
export type Template = keyof typeof TEMPLATES;

const CATALOGUE = path.join(import.meta.dirname, '../../catalogue');

export async function buildTemplates({ url, ownerUrl }: Addresses): Promise<void> {
  await createDatabase(ownerUrl, TEMPLATES.empty, null);
  const [owner, shop] = [ownerUrl, url].map((each) => databaseAt(each, TEMPLATES.empty));
  await migrate(owner ?? '', () => undefined, undefined, shop);
  await createDatabase(ownerUrl, TEMPLATES.seeded, TEMPLATES.empty);
  const db = openDb(databaseAt(url, TEMPLATES.seeded), { max: 1 });
  try {
    await importCatalogue(db, CATALOGUE, () => undefined);
  } finally {
    // A database with connections cannot be copied.
    await db.close();
  }
}

/** Creates a copy of a template, or an empty database. @returns its name */
export async function createTestDatabase(ownerUrl: string, template: string | null) {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await createDatabase(ownerUrl, name, template);
  return name;
}

/** The same server, another database. */
export function databaseAt(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

export async function createDatabase(ownerUrl: string, name: string, template: string | null) {
  const from = template === null ? '' : ` template ${template} strategy file_copy`;
  // A copy has all rights of its template but those on the database itself.
  const rights = `revoke temporary on database ${name} from public`;
  await onServer(
    ownerUrl,
    `create database ${name}${from}`,
    ...(template === null ? [] : [rights]),
  );
}

export async function dropDatabase(ownerUrl: string, name: string): Promise<void> {
  await onServer(ownerUrl, `drop database if exists ${name} with (force)`);
}

async function onServer(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const sql of statements) await client.query(sql);
  } finally {
    await client.end();
  }
}
