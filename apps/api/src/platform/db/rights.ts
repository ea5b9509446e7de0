import type pg from 'pg';

/** Rights on a table. TRUNCATE, TRIGGER and REFERENCES are the owner's alone. */
type Right = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE';

const READ: readonly Right[] = ['SELECT'];
const APPEND: readonly Right[] = ['SELECT', 'INSERT'];
const KEEP: readonly Right[] = ['SELECT', 'INSERT', 'UPDATE'];
const ALL: readonly Right[] = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];

/** Records that only the owner's functions change. */
const AUDIT = 'access_events decline_pardons';

/**
 * The rights of the runtime role. A table that is missing here gets all four, and a failing test asks for the decision.
 * Partitions are reached through their table alone.
 */
export const RIGHTS: Readonly<Record<string, readonly Right[]>> = {
  ...on(
    READ,
    'schema_migrations state_transitions erasures ledger_lines audit audit_head archived_months',
  ),
  // The ledger and what happened: rows are only added.
  ...on(
    APPEND,
    'ledger_entries order_events method_changes service_changes bargain_terms found_money first_purchases settlement_months catalogue_files catalogue_versions sold_goods card_ends',
  ),
  // Money and its messages: states change, rows stay.
  ...on(
    KEEP,
    'orders order_items mall_orders payment_attempts refunds disputes deliveries resends',
  ),
  ...on(
    KEEP,
    'gateway_inbox quarantine reconciliations reconciliation_differences ledger_checks retention_runs',
  ),
  ...on(KEEP, 'players player_flags resolution_requests card_purchases rewards'),
  ...on(
    ALL,
    'settings server_secrets rate_counters image_codes late_queries method_stops open_circuits',
  ),
  ...on(ALL, 'projects regions servers products prices channels events'),
  ...on(ALL, 'sessions access_passwords access_attempts mail_codes'),
  ...on(
    ALL,
    'used_access_links ended_access_links phone_links carts cart_items outbox_mails game_notices',
  ),
  ...on(ALL, 'bargain_coupons bargain_steps event_reminders event_notices event_countries'),
  ...on(ALL, 'attempt_outcomes access_guesses'),
  ...on(ALL, 'operator_notes saved_cards'),
  ...on(ALL, 'webhook_messages'),
  ...on(
    KEEP,
    'webhook_endpoints api_tokens operators operator_approvals operator_reasons planned_publications',
  ),
  ...on(ALL, 'operator_steps'),
  ...on(
    ALL,
    'operator_recovery_codes operator_passkeys operator_sessions operator_challenges operator_links',
  ),
  ...on(ALL, 'operator_company_accounts operator_company_visits operator_views catalogue_previews'),
  ...on(ALL, AUDIT),
};

/**
 * The rights without which a process refuses to start. Those to change audit records are still given, because the previous
 * release asks for them; a trigger refuses their use, and the next release takes them away (docs/decisions/0038).
 */
const NEEDED: Readonly<Record<string, readonly Right[]>> = { ...RIGHTS, ...on(APPEND, AUDIT) };

function on(rights: readonly Right[], tables: string): Record<string, readonly Right[]> {
  return Object.fromEntries(tables.split(' ').map((table) => [table, rights]));
}

const TABLES = Object.keys(RIGHTS);
const RIGHTS_OF_TABLES = TABLES.map((table) => RIGHTS[table]?.join(',') ?? '');
const NEEDED_ON_TABLES = TABLES.map((table) => NEEDED[table]?.join(',') ?? '');

/** Tables whose rows never change once they are written. */
const UNCHANGING = TABLES.filter((table) => RIGHTS[table]?.includes('UPDATE') !== true);

/**
 * Gives a role the rights to run the shop, and takes away any beyond them. Runs as the owner, inside the transaction of
 * a migration; what is right already is left alone.
 */
export async function grantRights(owner: pg.Client, role: string): Promise<void> {
  const { rows } = await owner.query<{ sql: string }>(
    `with wanted as (
      select c.oid, c.relowner, c.relacl, c.relrowsecurity, c.relnamespace <> current_schema()::regnamespace as is_queue,
        case
          when c.relispartition then '{}'
          when c.relkind = 'v' or (c.relname = 'migrations' and c.relnamespace = to_regnamespace('graphile_worker')) then '{SELECT}'
          else coalesce(
            string_to_array((select r.rights from unnest($2::text[], $3::text[]) as r (name, rights)
              where r.name = c.relname and c.relnamespace = current_schema()::regnamespace), ','),
            '{SELECT,INSERT,UPDATE,DELETE}')
        end as rights
      from pg_class c
      where c.relnamespace in (current_schema()::regnamespace, to_regnamespace('graphile_worker'))
        and c.relkind in ('r', 'p', 'v') and pg_has_role(c.relowner, 'usage')
    ), spaces as (
      select n.oid, n.nspname, pg_has_role(n.nspowner, 'usage') as is_ours from pg_namespace n
      where n.oid in (current_schema()::regnamespace, to_regnamespace('graphile_worker'))
    )
    select format('grant usage on schema %I to %I', nspname, $1::text) as sql
      from spaces where is_ours and not has_schema_privilege($1, oid, 'usage')
    union all
    select format('revoke create on schema %I from public, %I', nspname, $1)
      from spaces where is_ours and has_schema_privilege($1, oid, 'create')
    union all
    select format('revoke temporary on database %I from public, %I', datname, $1) from pg_database
      where datname = current_database() and pg_has_role(datdba, 'usage') and has_database_privilege($1, oid, 'temporary')
    union all
    -- Its policies would hide the job queue from every role but its owner; the rights below guard it instead.
    select format('alter table %s disable row level security', oid::regclass) from wanted where is_queue and relrowsecurity
    union all
    select format('grant %s on %s to %I', string_agg(each, ', '), oid::regclass, $1)
      from wanted, unnest(rights) as each where not has_table_privilege($1, oid, each) group by oid
    union all
    select format('revoke %s on %s from %s', string_agg(acl.privilege_type, ', '), w.oid::regclass,
        case acl.grantee when 0 then 'public' else quote_ident($1) end)
      from wanted w cross join aclexplode(w.relacl) as acl
      where acl.grantee in (0, (select oid from pg_roles where rolname = $1)) and acl.grantee <> w.relowner
        and acl.privilege_type <> all (w.rights)
      group by w.oid, acl.grantee
    union all
    -- An identity column needs no right on its sequence; a default with nextval does.
    select format('grant usage on sequence %s to %I', s.oid::regclass, $1) from pg_class s
      where s.relnamespace = current_schema()::regnamespace and pg_has_role(s.relowner, 'usage')
        -- The order of conditions is free, and a table is no sequence.
        and case when s.relkind = 'S' then not has_sequence_privilege($1, s.oid, 'usage') end
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = s.oid and d.deptype = 'i')
    union all
    select format('grant execute on routine %s to %I', p.oid::regprocedure, $1) from pg_proc p
      where p.pronamespace in (current_schema()::regnamespace, to_regnamespace('graphile_worker'))
        and pg_has_role(p.proowner, 'usage') and not has_function_privilege($1, p.oid, 'execute')
        and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`,
    [role, TABLES, RIGHTS_OF_TABLES],
  );
  for (const { sql } of rows) await owner.query(sql);
}

/** Whether the connection's role lacks a right that the shop needs: the last migration gave it to another role, or none. */
export async function lacksRights(pool: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const { rows } = await pool.query<{ lacks: boolean }>(
    `select exists (
        select from unnest($1::text[], $2::text[]) as wanted (name, rights)
          join pg_class c on c.relname = wanted.name and c.relnamespace = current_schema()::regnamespace
          cross join unnest(string_to_array(wanted.rights, ',')) as each
        where not has_table_privilege(c.oid, each)
      ) or exists (
        select from pg_proc p join pg_class c on c.oid = to_regclass('schema_migrations') and c.relowner = p.proowner
        where p.pronamespace = c.relnamespace and p.prosecdef and not has_function_privilege(p.oid, 'execute')
      ) as lacks`,
    [TABLES, NEEDED_ON_TABLES],
  );
  return rows[0]?.lacks === true;
}

/**
 * Finds what the connection's role could do to the ledger and to history beyond the rights above.
 * @returns null, or a sentence for an operator
 */
export async function excessRights(pool: Pick<pg.Pool, 'query'>): Promise<string | null> {
  const { rows } = await pool.query<{ role: string; what: string }>(
    `with me as (
      select rolname, rolsuper, rolcreaterole from pg_roles where rolname = current_user
    ), kept as (
      select c.oid, c.relowner from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relname = any ($1::text[])
      union
      select part.oid, part.relowner from pg_class c
        join pg_inherits i on i.inhparent = c.oid join pg_class part on part.oid = i.inhrelid
      where c.relnamespace = current_schema()::regnamespace and c.relname = any ($1::text[])
    )
    select me.rolname::text as role, found.what from me cross join lateral (values
      (1, 'is a superuser', rolsuper),
      (2, 'may make roles', rolcreaterole),
      (3, 'owns the ledger', exists (select from kept where pg_has_role(relowner, 'member'))),
      (4, 'may change the ledger or its history', exists (select from kept
        where has_table_privilege(oid, 'UPDATE, DELETE, TRUNCATE, TRIGGER') or has_any_column_privilege(oid, 'UPDATE'))),
      (5, 'may create tables or functions', exists (select from pg_namespace
        where nspname !~ '^pg_(temp|toast)' and has_schema_privilege(oid, 'create'))),
      (6, 'may create schemas', has_database_privilege(current_database(), 'create')),
      (7, 'may create temporary tables', has_database_privilege(current_database(), 'temporary'))
    ) as found (n, what, is_so) where is_so order by n`,
    [UNCHANGING],
  );
  const [first] = rows;
  if (first === undefined) return null;
  return `the role "${first.role}" ${rows.map(({ what }) => what).join(', ')}`;
}
