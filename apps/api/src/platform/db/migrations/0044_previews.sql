-- Links that show a proposed catalogue as players would see it (docs/decisions/0077). Expand only.

create table catalogue_previews (
  id text primary key,
  -- The token itself is stored nowhere.
  token_hash bytea not null constraint preview_has_one_token unique,
  project text not null,
  -- The step as it would be published, without its moment.
  action jsonb not null,
  title text not null,
  by_id text not null references operators (id),
  by_name text not null,
  -- By the shop's clock, like the other two.
  made_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index previews_of_project on catalogue_previews (project, expires_at);
