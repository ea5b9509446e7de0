import pg from 'pg';
import { expect } from '@playwright/test';
import { buildContext } from '../../../apps/api/src/build-context.ts';
import { readConfig } from '../../../apps/api/src/config/config.ts';
import type { Ctx } from '../../../apps/api/src/context.ts';
import { runResolve } from '../../../apps/api/src/operator/resolve-verbs.ts';
import type { Outside } from '../shopper.ts';

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

/** Resolves once the shop keeps a card or wallet of this character: the worker learns its token a moment after the payment. */
export async function untilSaved(cid: string): Promise<void> {
  const sql = `select count(*)::int4 as kept from saved_cards c join players p on p.id = c.player_id
    where p.cid = $1 and c.state = 'active'`;
  await expect.poll(() => oneRow(sql, [cid])).toEqual({ kept: 1 });
}

/** Runs `npm run resolve -- …` for the shop under test. @returns its output */
export async function decide(...words: readonly string[]): Promise<string> {
  return withShopContext((ctx) => runResolve(ctx, words));
}

/** Does a command's work on the shop under test. A process of its own would load for more than a second. */
export async function withShopContext<T>(work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const own = { DATABASE_URL: databaseUrl(), CONSOLE_URL: consoleUrl() };
  const config = readConfig({ ...process.env, ...own });
  const options = { name: 'test-command', connections: 2 };
  const built = await buildContext({ ...config, databaseUrl: databaseUrl() }, options);
  try {
    return await work(built.ctx);
  } finally {
    await built.close();
  }
}

function variable(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
}
