import type pg from 'pg';

/**
 * Simulates a full disk by PostgreSQL's own error: at every write (`'all'`), or for these tables
 * where a row records the answer of an external call.
 */
export type Full = 'all' | readonly ('payment_attempts' | 'refunds' | 'outbox_mails')[];

export async function makeFillable(pool: pg.Pool): Promise<(full: Full) => Promise<void>> {
  await pool.query(`
    create schema test_disk;
    create table test_disk.full_at (places text[] not null);
    insert into test_disk.full_at values ('{}');
    create function test_disk.no_room() returns trigger language plpgsql as $$
      declare is_answer boolean;
      begin
        if tg_level = 'ROW' then
          is_answer := coalesce(to_jsonb(old) ->> 'state' = 'SUBMITTING' or to_jsonb(old) ->> 'lease_until' is not null, false);
        end if;
        if exists (select from test_disk.full_at
          where (tg_level = 'STATEMENT' and 'all' = any (places)) or (is_answer and tg_table_name = any (places)))
        then
          raise exception 'could not extend file "base/16385/16701": No space left on device'
            using errcode = 'disk_full', hint = 'Check free disk space.';
        end if;
        return new;
      end $$;
    do $$
      declare place record;
      begin
        for place in select * from pg_tables where schemaname in ('public', 'graphile_worker') loop
          execute format('create trigger a_full_disk before insert or update on %I.%I
            for each statement execute function test_disk.no_room()', place.schemaname, place.tablename);
        end loop;
      end $$;
    create trigger a_lost_answer before update on payment_attempts for each row execute function test_disk.no_room();
    create trigger a_lost_answer before update on refunds for each row execute function test_disk.no_room();
    create trigger a_lost_answer before update on outbox_mails for each row execute function test_disk.no_room()`);
  return async (full) => {
    await pool.query(`update test_disk.full_at set places = $1`, [full === 'all' ? ['all'] : full]);
  };
}
