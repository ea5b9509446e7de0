import * as v from 'valibot';
import { statement, type RowOf } from '../../platform/db/statement.ts';

/** Switches of operators wait for each other. Gateways stop methods meanwhile. */
export const lockMethods = statement({
  name: 'methods.lock_switches',
  text: `select pg_advisory_xact_lock(hashtextextended('methods', 0)) as locked`,
  row: v.object({ locked: v.string() }),
});

/** Methods of projects with their newest switch. Null parameters: all; a country: only projects that sell there. */
export const methodsOfProjects = statement({
  name: 'methods.of_projects',
  text: `select c.project, coalesce(p.data -> 'name' ->> 'en', p.code) as project_name, c.pay_id, c.provider,
      coalesce(c.data -> 'name' ->> 'en', c.pay_id) as name,
      coalesce(n.id, 0) as id, n.by_name, n.by_id, n.why as because, n.at
    from channels c join projects p on p.code = c.project
      left join lateral (
        select * from method_changes m where m.project = c.project and m.pay_id = c.pay_id order by m.id desc limit 1) n on true
    where (:projects::text[] is null or c.project = any (:projects::text[])) and (:payId::text is null or c.pay_id = :payId)
      and (:country::text is null or exists (
        select from jsonb_array_elements(p.data -> 'countries') as e where e ->> 'country' = :country))
    order by p.seed_order, c.position`,
  params: { projects: 'text[]?', payId: 'text?', country: 'text?' },
  row: v.object({
    provider: v.picklist(['payermax', 'paypal']),
    ...v.entriesFromList(['project', 'project_name', 'pay_id', 'name'], v.string()),
    /** The newest switch; 0: there is none. */
    id: v.number(),
    by_name: v.nullable(v.string()),
    by_id: v.nullable(v.string()),
    because: v.nullable(v.string()),
    at: v.nullable(v.date()),
  }),
});
export type ProjectMethod = RowOf<typeof methodsOfProjects>;

const params = {
  projects: 'text[]',
  payId: 'text',
  country: 'text',
  because: 'text',
  now: 'timestamptz',
  byName: 'text',
  byId: 'text?',
} as const;
const changed = v.object(v.entriesFromList(['project', 'country'], v.string()));

/** An operator's stop replaces a gateway's, and has no end of its own. */
export const switchOff = statement({
  name: 'methods.switch_off',
  text: `with old as (
      select s.project, to_jsonb(s) as stop from method_stops s
      where s.project = any (:projects::text[]) and s.pay_id = :payId and s.country = :country
    ), stop as (
      insert into method_stops as s (project, pay_id, country, switched_by, why, switched_off_at, by_name)
      select project, :payId, :country, 'operator', :because, :now, :byName from unnest(:projects::text[]) as project
      on conflict (project, pay_id, country) do update set switched_by = 'operator', why = excluded.why, step = null,
        switched_off_at = excluded.switched_off_at, retry_at = null, retry_count = 0, trial_attempt_id = null,
        by_name = excluded.by_name
      returning s.project, s.pay_id, s.country, s.switched_by, s.why, s.switched_off_at
    )
    insert into method_changes (project, pay_id, country, state, switched_by, why, at, by_name, by_id, replaced)
    select n.project, n.pay_id, n.country, 'off', n.switched_by, n.why, n.switched_off_at, :byName, :byId, o.stop
    from stop n left join old o on o.project = n.project
    returning project, country`,
  params,
  row: changed,
});

/** Without a country, all stops of the method end. */
export const switchOn = statement({
  name: 'methods.switch_on',
  text: `with ended as (
      delete from method_stops s
      where s.project = any (:projects::text[]) and s.pay_id = :payId and s.country = coalesce(:country, s.country)
      returning s.project, s.pay_id, s.country, to_jsonb(s) as stop
    )
    insert into method_changes (project, pay_id, country, state, switched_by, why, at, by_name, by_id, replaced)
    select project, pay_id, country, 'on', 'operator', :because, :now, :byName, :byId, stop from ended
    returning project, country`,
  params: { ...params, country: 'text?' },
  row: changed,
});

const since = { project: 'text', payId: 'text', seen: 'int8' } as const;

/** Switches of a method after the one that an operator saw. */
export const switchesSince = statement({
  name: 'methods.switches_since',
  text: `select country, state, by_id, by_name, why as because, at, replaced is not null as was_off from method_changes
    where project = :project and pay_id = :payId and id > :seen order by id desc limit 500`,
  params: since,
  row: v.object({
    country: v.string(),
    state: v.string(),
    by_id: v.nullable(v.string()),
    by_name: v.nullable(v.string()),
    because: v.string(),
    at: v.date(),
    was_off: v.boolean(),
  }),
});

/** Ends the stops that an undone switch began. */
export const endUndone = statement({
  name: 'methods.end_undone',
  text: `delete from method_stops s using method_changes c
    where c.project = :project and c.pay_id = :payId and c.id > :seen and c.state = 'off'
      and s.project = c.project and s.pay_id = c.pay_id and s.country = c.country`,
  params: since,
});

/** Puts back the stops that an undone switch replaced or ended. */
export const putBack = statement({
  name: 'methods.put_back',
  text: `insert into method_stops
    select r.* from method_changes c cross join lateral jsonb_populate_record(null::method_stops, c.replaced) as r
    where c.project = :project and c.pay_id = :payId and c.id > :seen and c.replaced is not null
    on conflict (project, pay_id, country) do nothing`,
  params: since,
});

/** Writes the undo into the history, one row for each country. */
export const recordUndo = statement({
  name: 'methods.record_undo',
  text: `insert into method_changes (project, pay_id, country, state, switched_by, why, at, by_name, by_id)
    select project, pay_id, country, case when replaced is null then 'on' else 'off' end, 'operator', 'Undo', :now, :byName, :byId
    from method_changes where project = :project and pay_id = :payId and id > :seen`,
  params: { ...since, now: 'timestamptz', byName: 'text', byId: 'text?' },
});
