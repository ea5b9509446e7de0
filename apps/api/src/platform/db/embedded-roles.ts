import pg from 'pg';
import type { Addresses } from './address.ts';

/** Passwords of the embedded database's roles. */
export type Passwords = {
  /** The password of `webpay`, which owns the database; earlier versions also ran the shop with it. */
  readonly owner: string;
  /** The password of `webpay_runtime`, which runs the shop. */
  readonly runtime: string;
};

/** Creates what is missing of the shop's roles and its database; `keeper` is the superuser's. */
export async function createRoles(keeper: pg.Client, passwords: Passwords): Promise<void> {
  const { rows } = await keeper.query<{ owner: boolean; runtime: boolean; database: boolean }>(
    `select exists (select from pg_roles where rolname = 'webpay') as owner,
            exists (select from pg_roles where rolname = 'webpay_runtime') as runtime,
            exists (select from pg_database where datname = 'webpay') as database`,
  );
  const there = rows[0];
  if (there?.owner !== true) {
    const password = pg.escapeLiteral(passwords.owner);
    await keeper.query(`create role webpay login createdb password ${password}`);
  }
  if (there?.runtime !== true) {
    const password = pg.escapeLiteral(passwords.runtime);
    // The owner may see and end the shop's connections; nothing goes the other way.
    await keeper.query(`create role webpay_runtime login password ${password} role webpay`);
  }
  if (there?.database !== true) await keeper.query('create database webpay owner webpay');
}

/** The addresses of the embedded database at this port. */
export function embeddedAddresses(passwords: Passwords, port: number): Addresses {
  const place = `127.0.0.1:${port}/webpay`;
  return {
    url: `postgres://webpay_runtime:${passwords.runtime}@${place}`,
    ownerUrl: `postgres://webpay:${passwords.owner}@${place}`,
  };
}
