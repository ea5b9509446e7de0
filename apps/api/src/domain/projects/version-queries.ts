import * as v from 'valibot';
import { statement, type RowOf } from '../../platform/db/statement.ts';

const VERSION_SOURCES = ['import', 'publish', 'rollback'] as const;

const COLUMNS = `project, number, files, source, restores, made_at, by_name, because`;
const row = v.object({
  project: v.string(),
  number: v.number(),
  files: v.record(v.string(), v.string()),
  source: v.picklist(VERSION_SOURCES),
  restores: v.nullable(v.number()),
  made_at: v.date(),
  by_name: v.string(),
  because: v.string(),
});

/** The newest versions of a project; the first is live. */
export const newestVersions = statement({
  name: 'versions.newest',
  text: `select ${COLUMNS} from catalogue_versions where project = :project order by number desc limit :most`,
  params: { project: 'text', most: 'int8' },
  row,
});
export type Version = RowOf<typeof newestVersions>;

/** The version that was live at a moment, else the first one of all. */
export const versionAt = statement({
  name: 'versions.at',
  text: `(select ${COLUMNS} from catalogue_versions where project = :project and made_at <= :at order by number desc limit 1)
    union all (select ${COLUMNS} from catalogue_versions where project = :project and number = 0)
    limit 1`,
  params: { project: 'text', at: 'timestamptz' },
  row,
});

export const filesOfVersion = statement({
  name: 'versions.files',
  text: `select f.path, c.content
    from catalogue_versions w cross join lateral jsonb_each_text(w.files) as f (path, sha256)
    join catalogue_files c on c.sha256 = f.sha256
    where w.project = :project and w.number = :number order by f.path`,
  params: { project: 'text', number: 'int4' },
  row: v.object({ path: v.string(), content: v.string() }),
});

export const filesByHash = statement({
  name: 'versions.files_by_hash',
  text: `select sha256, content from catalogue_files where sha256 = any (:hashes)`,
  params: { hashes: 'text[]' },
  row: v.object({ sha256: v.string(), content: v.string() }),
});

/** Keeps files by their hash. One that no version names goes 30 days after it was kept last. */
export const saveFiles = statement({
  name: 'versions.save_files',
  text: `select keep_catalogue_files(:rows) as kept`,
  params: { rows: 'jsonb' },
  row: v.object({ kept: v.number() }),
});

/** Counts what drafts of one day (UTC) bring, over all processes. */
export const countKept = statement({
  name: 'versions.count_kept',
  text: `insert into rate_counters (key, window_start, calls)
    select key, :day, :amount from unnest(:keys::text[]) as k (key)
    on conflict (key, window_start) do update set calls = rate_counters.calls + excluded.calls
    returning key, calls`,
  params: { keys: 'text[]', day: 'timestamptz', amount: 'int4' },
  row: v.object({ key: v.string(), calls: v.number() }),
});

export const insertVersion = statement({
  name: 'versions.insert',
  text: `insert into catalogue_versions (project, number, files, source, restores, made_at, by_id, by_name, because)
    values (:project, :number, :files, :source, :restores, :now, :byId, :byName, :because)`,
  params: {
    project: 'text',
    number: 'int4',
    files: 'jsonb',
    source: 'text',
    restores: 'int4?',
    now: 'timestamptz',
    byId: 'text?',
    byName: 'text',
    because: 'text',
  },
});
