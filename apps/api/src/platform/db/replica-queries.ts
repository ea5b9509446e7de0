import * as v from 'valibot';
import { statement, type RowOf } from './statement.ts';

/** A place in the log of one database: comparable within its system and timeline only. */
const place = {
  /** Bytes of the log. */
  position: v.number(),
  timeline: v.number(),
  system: v.string(),
};

/** Every commit that was acknowledged before has a lower position. */
export const primaryPosition = statement({
  name: 'replica.primary_position',
  text: `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::int8 as position,
      ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int4 as timeline,
      (select system_identifier from pg_control_system())::text as system`,
  row: v.object(place),
});

/** The standby shows every commit up to its position. Its timeline is that of its last restart point. */
export const standbyPosition = statement({
  name: 'replica.standby_position',
  text: `select pg_is_in_recovery() as is_standby,
      coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0)::int8 as position,
      (select timeline_id from pg_control_checkpoint()) as timeline,
      (select system_identifier from pg_control_system())::text as system`,
  row: v.object({ is_standby: v.boolean(), ...place }),
});

export type LogPlace = RowOf<typeof primaryPosition>;
