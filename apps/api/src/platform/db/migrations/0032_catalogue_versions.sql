-- Versions of a project's catalogue: its text files as they were live (docs/decisions/0058). Expand only.

-- Files by their content: versions share those that did not change. Pictures stay in the catalogue folder.
create table catalogue_files (
  sha256 text primary key constraint hash_is_sha256 check (sha256 ~ '^[0-9a-f]{64}$'),
  content text not null
);

-- The highest number of a project is live. Rows are only added; a way back is a new version with older files.
create table catalogue_versions (
  project text not null,
  number int4 not null constraint number_counts_from_zero check (number >= 0),
  -- Hash of each file by its path below the project's folder.
  files jsonb not null,
  source text not null constraint source_is_known check (source in ('import', 'publish', 'rollback')),
  -- The version whose files came back; null: not a way back.
  restores int4,
  -- Real time.
  made_at timestamptz not null,
  -- Null: a command.
  by_id text,
  by_name text not null,
  because text not null,
  primary key (project, number),
  constraint only_a_way_back_restores check ((source = 'rollback') = (restores is not null))
);
