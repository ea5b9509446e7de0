import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { contractionsOf } from './expand-contract.ts';
import { MIGRATIONS, readMigrations } from '../../apps/api/src/platform/db/migration-files.ts';

/** Rules that replace a stricter one of the same table. */
const LOOSER: Readonly<Record<string, readonly string[]>> = {
  // One more reason of a removal.
  '0053_paypal_vault': ['saved_card_removed_because'],
  // As unique as the constraints that they replace.
  '0055_less_log': ['one_attempt_per_number', 'one_attempt_per_capture'],
  '0007_big_shop': ['claim_is_not_negative'],
  '0033_redirect_methods': ['channel_method', 'attempt_method'],
  '0038_vouchers': ['channel_method', 'attempt_method'],
  '0040_qr': ['channel_method', 'attempt_method'],
  '0045_google_pay': ['channel_method', 'attempt_method'],
  '0046_paid_outside': ['ledger_kind', 'ledger_accounts', 'ledger_movement'],
  '0042_saved_cards': ['mail_code_purpose', 'image_code_purpose'],
};

describe('expand, then contract (14.23)', () => {
  it.each([
    'drop table orders',
    'alter table orders drop column lang',
    'alter table orders rename column lang to language',
    'alter table orders alter column lang type varchar(3)',
    'alter table orders alter column lang set not null',
    'alter table orders add column note text not null',
    'alter table orders add constraint short check (char_length(lang) < 3)',
    'create unique index one_order on orders (player_id)',
    "select '-- '; drop view ledger_lines",
    'truncate carts',
  ])('finds %s', (sql) => {
    expect(contractionsOf(sql)).toHaveLength(1);
  });

  it.each([
    'create table notes (id int primary key, text text not null); create unique index one_note on notes (text)',
    "alter table orders add column note text not null default ''",
    'alter table orders add column note text; alter table orders add constraint short check (char_length(note) < 3)',
    'alter table orders drop constraint short',
    'create index orders_by_note on orders (note)',
    'create trigger notes_are_kept before truncate on notes for each statement execute function keep_notes()',
    '-- drop table orders\nselect 1',
    "insert into settings values ('drop table orders', '1')",
    'create function f() returns void language plpgsql as $$ begin drop table orders; end $$',
  ])('lets %s pass', (sql) => {
    expect(contractionsOf(sql)).toEqual([]);
  });

  it('holds for each of our files after the first, or the file names the code that it needs', async () => {
    const [, ...files] = await readMigrations(MIGRATIONS);
    expect(files.length).toBeGreaterThan(5);
    for (const { name, needs_code } of files) {
      const sql = await readFile(path.join(MIGRATIONS, `${name}.sql`), 'utf8');
      const looser = LOOSER[name] ?? [];
      const found = contractionsOf(sql).filter(
        (each) => !looser.some((rule) => each.includes(rule)),
      );
      if (needs_code === 0) expect(found, name).toEqual([]);
      else expect(needs_code, name).toBeLessThan(Number(name.slice(0, 4)));
    }
  });
});
