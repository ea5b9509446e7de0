import { CONSOLE_ROLES } from '@webpay/contract/console/permissions';
import * as v from 'valibot';
import { statement, type RowOf } from '../../../platform/db/statement.ts';

/** The watcher of changes reads these each second. */

/** Ends of the order history and of the audit log. */
export const endsOfHistory = statement({
  name: 'console.ends_of_history',
  text: `select coalesce((select id from order_events order by id desc limit 1), 0)::int8 as event_id,
      coalesce((select id from audit order by id desc limit 1), 0)::int8 as audit_id`,
  row: v.object({ event_id: v.number(), audit_id: v.number() }),
});

/** Events after a number, and those of `missing` that were committed meanwhile. */
export const newEvents = statement({
  name: 'console.new_events',
  text: `select e.id, e.order_id, o.project
    from (
      (select id, order_id from order_events where id > :after order by id limit :most)
      union all
      select id, order_id from order_events where id = any(:missing)) as e
      cross join lateral (select project from orders where id = e.order_id offset 0) as o
    order by e.id`,
  params: { after: 'int8', missing: 'int8[]', most: 'int8' },
  row: v.object({ id: v.number(), order_id: v.string(), project: v.string() }),
});
export type NewEvent = RowOf<typeof newEvents>;

/** Entries of the audit log after a number. They are written in the order of their numbers, so none comes later. */
export const newEntries = statement({
  name: 'console.new_entries',
  text: `select id, action, object_id, body::jsonb ->> 'objectKind' as object_kind, body::jsonb ->> 'project' as project,
      body::jsonb ->> 'outcome' = 'done' as is_done
    from audit where id > :after order by id limit :most`,
  params: { after: 'int8', most: 'int8' },
  row: v.object({
    id: v.number(),
    action: v.string(),
    object_id: v.nullable(v.string()),
    object_kind: v.nullable(v.string()),
    project: v.nullable(v.string()),
    is_done: v.nullable(v.boolean()),
  }),
});
export type NewEntry = RowOf<typeof newEntries>;

/** Sessions that are open, with what their operators may do. Asking does not keep a session open. */
export const sessionsStillOpen = statement({
  name: 'console.sessions_still_open',
  text: `select s.id, o.roles, o.projects
    from operator_sessions s join operators o on o.id = s.operator_id
    where s.id = any(:ids) and s.ended_at is null and s.expires_at > :now and s.seen_at > :idleSince and o.disabled_at is null`,
  params: { ids: 'text[]', now: 'timestamptz', idleSince: 'timestamptz' },
  row: v.object({
    id: v.string(),
    roles: v.array(v.picklist(CONSOLE_ROLES)),
    projects: v.array(v.string()),
  }),
});
