-- Operators of the console and the audit log (docs/console.md). Expand only: older code neither reads nor writes these tables.

create table operators (
  id text primary key,
  name text not null,
  -- The name as it is compared: normalized, in lower case.
  name_key text not null,
  roles text[] not null,
  -- Codes of projects; empty: all.
  projects text[] not null default '{}',
  -- Null until the operator has joined.
  password_hash text,
  -- Encrypted with a key of server_secrets.
  totp_secret bytea,
  -- The time step of the last accepted code: a code counts once.
  totp_step bigint,
  -- Changes with the credentials, so that a sign-in that checked older ones opens no session.
  version integer not null default 1,
  created_at timestamptz not null,
  joined_at timestamptz,
  seen_at timestamptz,
  disabled_at timestamptz,
  constraint operator_names_differ unique (name_key),
  constraint operator_has_a_role check (cardinality(roles) > 0),
  constraint joined_operator_has_credentials check (joined_at is null or (password_hash is not null and totp_secret is not null))
);

create table operator_recovery_codes (
  operator_id text not null references operators,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (operator_id, code_hash)
);

create table operator_passkeys (
  id text primary key,
  operator_id text not null references operators,
  name text not null,
  -- The authenticator's own id, base64url.
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  created_at timestamptz not null,
  used_at timestamptz,
  constraint passkey_belongs_to_one_operator unique (credential_id)
);
create index operator_passkeys_of on operator_passkeys (operator_id);

create table operator_sessions (
  id text primary key,
  -- SHA-256 of the token: a stolen table opens no session.
  token_hash bytea not null,
  operator_id text not null references operators,
  signed_in_by text not null,
  has_second_factor boolean not null,
  address text not null,
  agent text not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  constraint operator_session_token_is_unique unique (token_hash)
);
create index operator_sessions_of on operator_sessions (operator_id, created_at);
create index operator_sessions_by_age on operator_sessions (expires_at);

-- Challenges of passkeys: used once, for five minutes.
create table operator_challenges (
  id text primary key,
  challenge text not null,
  -- The session that registers a passkey; null: a sign-in.
  session_id text,
  expires_at timestamptz not null
);
create index operator_challenges_by_age on operator_challenges (expires_at);

-- Links that invite an operator or sign in once.
create table operator_links (
  token_hash bytea primary key,
  kind text not null,
  operator_id text not null references operators,
  -- The encrypted secret of an invitation's one-time codes.
  totp_secret bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint operator_link_is_known check (kind in ('join', 'sign_in'))
);
create index operator_links_of on operator_links (operator_id);
create index operator_links_by_age on operator_links (expires_at);

-- The audit log is a chain: `hash` is SHA-256 of the previous hash and the body. The body is canonical JSON (RFC 8785); the
-- columns for the list are made from it.
create table audit (
  id bigint primary key,
  body text not null,
  prev_hash bytea not null,
  hash bytea not null,
  at timestamptz not null generated always as (to_timestamp((body::jsonb ->> 'at')::float8 / 1000)) stored,
  operator text not null generated always as (body::jsonb ->> 'operator') stored,
  action text not null generated always as (body::jsonb ->> 'action') stored,
  object_id text generated always as (body::jsonb ->> 'objectId') stored,
  constraint audit_begins_with_one check (id > 0),
  constraint audit_body_is_short check (octet_length(body) <= 65536),
  constraint audit_hash_fits check (hash = sha256(prev_hash || convert_to(body, 'UTF8')))
);
create index audit_of_operator on audit (operator, id);
create index audit_of_action on audit (action, id);
create index audit_of_object on audit (object_id, id);

-- The end of the chain, one row.
create table audit_head (
  is_only boolean primary key default true,
  id bigint not null,
  hash bytea not null,
  constraint audit_has_one_head check (is_only)
);
insert into audit_head (id, hash) values (0, decode(repeat('00', 32), 'hex'));

create function keep_audit_log() returns trigger language plpgsql as $$
begin
  raise exception 'permission denied: rows of % are only added', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger audit_is_kept before update or delete or truncate on audit
  for each statement execute function keep_audit_log();
create trigger audit_head_is_kept before delete or truncate on audit_head
  for each statement execute function keep_audit_log();

-- The head moves only to the entry after it.
create function follow_audit_log() returns trigger language plpgsql as $$
begin
  if new.id = old.id + 1
    and exists (select from audit where id = new.id and prev_hash = old.hash and hash = new.hash) then return new; end if;
  raise exception 'permission denied: the head of the audit log moves by one entry' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_head_follows before update on audit_head
  for each row execute function follow_audit_log();

-- Appends an entry. Its caller locks nothing after it: the head's lock is the last one of a transaction.
create function append_audit(the_body text) returns bigint language plpgsql security definer as $$
declare
  head record;
  the_hash bytea;
begin
  select id, hash into strict head from audit_head for update;
  the_hash := sha256(head.hash || convert_to(the_body, 'UTF8'));
  insert into audit (id, body, prev_hash, hash) values (head.id + 1, the_body, head.hash, the_hash);
  update audit_head set id = head.id + 1, hash = the_hash;
  return head.id + 1;
end $$;
revoke execute on function append_audit(text) from public;

-- An owner's function must find its own tables, whatever its caller calls a table.
do $$ begin execute format('alter function append_audit(text) set search_path = %I, pg_temp', current_schema()); end $$;
