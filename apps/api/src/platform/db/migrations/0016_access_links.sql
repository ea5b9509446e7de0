-- Links that open the shop as one character (F18): each once, and its session is bound to that character.

alter table sessions add column by_link boolean not null default false;

create table used_links (
  project text not null references projects,
  -- The game's own number of the link.
  ref text not null,
  -- What was signed: from then on the link is dead without this row, too.
  expires_at timestamptz not null,
  used_at timestamptz not null,
  constraint a_link_opens_once primary key (project, ref)
);
create index used_links_by_age on used_links (expires_at);
