import path from 'node:path';
import pg from 'pg';
import { migrate } from '../../apps/api/src/platform/db/migrate.ts';
import { openDb } from '../../apps/api/src/platform/db/pool.ts';
import { importCatalogue } from '../../apps/api/src/catalogue-import/import-catalogue.ts';

/** Databases that tests copy in about 50 ms: migrated, and with the six projects. */
export const TEMPLATES = { empty: 'template_empty', seeded: 'template_seeded' } as const;
export type Template = keyof typeof TEMPLATES;

const CATALOGUE = path.join(import.meta.dirname, '../../catalogue');

export async function buildTemplates(url: string): Promise<void> {
  await createDatabase(url, TEMPLATES.empty, null);
  await migrate(databaseAt(url, TEMPLATES.empty), () => undefined);
  await createDatabase(url, TEMPLATES.seeded, TEMPLATES.empty);
  const db = openDb(databaseAt(url, TEMPLATES.seeded), { max: 1 });
  try {
    await importCatalogue(db, CATALOGUE, () => undefined);
  } finally {
    // A database with connections cannot be copied.
    await db.close();
  }
}

/** The same server, another database. */
export function databaseAt(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

export async function createDatabase(url: string, name: string, template: string | null) {
  const from = template === null ? '' : ` template ${template} strategy file_copy`;
  await onServer(url, `create database ${name}${from}`);
}

export async function dropDatabase(url: string, name: string): Promise<void> {
  await onServer(url, `drop database if exists ${name} with (force)`);
}

async function onServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
