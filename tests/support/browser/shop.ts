import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Outside } from '../shopper.ts';

const RESOLVE = path.join(import.meta.dirname, '../../../apps/api/src/operator/resolve.ts');

export function addresses(): Outside {
  return { url: variable('WEBPAY_E2E_URL'), sandboxUrl: variable('WEBPAY_E2E_SANDBOX_URL') };
}

export const consoleUrl = (): string => variable('WEBPAY_E2E_CONSOLE_URL');

export const databaseUrl = (): string => variable('WEBPAY_E2E_DATABASE_URL');

/** Runs one statement in the shop's database. Throws unless it returns or changes exactly one row. */
export async function oneRow(text: string, values: readonly unknown[]): Promise<unknown> {
  const client = new pg.Client({ connectionString: databaseUrl() });
  await client.connect();
  try {
    const { rows, rowCount } = await client.query<Record<string, unknown>>(text, [...values]);
    if (rowCount !== 1) throw new Error(`${rowCount} rows, not one: ${text}`);
    return rows[0];
  } finally {
    await client.end();
  }
}

/** Runs `npm run resolve -- …` for the shop under test. @returns its output */
export async function decide(...words: readonly string[]): Promise<string> {
  const env = { ...process.env, DATABASE_URL: databaseUrl() };
  const { stdout } = await promisify(execFile)(process.execPath, [RESOLVE, ...words], { env });
  return stdout;
}

function variable(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
}
