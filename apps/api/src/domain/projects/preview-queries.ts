import * as v from 'valibot';
import { statement, type RowOf } from '../../platform/db/statement.ts';

const shown = {
  id: v.string(),
  project: v.string(),
  title: v.string(),
  by_id: v.string(),
  by_name: v.string(),
  made_at: v.date(),
  expires_at: v.date(),
};
const SHOWN = Object.keys(shown).join(', ');

/** Live links of a project, the newest first. */
export const livePreviews = statement({
  name: 'previews.live',
  text: `select ${SHOWN} from catalogue_previews
    where project = :project and expires_at > :now and revoked_at is null order by made_at desc, id limit :most`,
  params: { project: 'text', now: 'timestamptz', most: 'int8' },
  row: v.object(shown),
});
export type LivePreview = RowOf<typeof livePreviews>;

export const countPreviews = statement({
  name: 'previews.count',
  text: `select count(*)::int4 as count from catalogue_previews
    where project = :project and by_id = :operatorId and expires_at > :now and revoked_at is null`,
  params: { project: 'text', operatorId: 'text', now: 'timestamptz' },
  row: v.object({ count: v.number() }),
});

export const insertPreview = statement({
  name: 'previews.insert',
  text: `insert into catalogue_previews (id, token_hash, project, action, title, by_id, by_name, made_at, expires_at)
    values (:id, :tokenHash, :project, :action, :title, :byId, :byName, :now, :expiresAt)`,
  params: {
    id: 'text',
    tokenHash: 'bytea',
    project: 'text',
    action: 'jsonb',
    title: 'text',
    byId: 'text',
    byName: 'text',
    now: 'timestamptz',
    expiresAt: 'timestamptz',
  },
});

/** The link of a token, also one that has ended. */
export const previewByToken = statement({
  name: 'previews.by_token',
  text: `select id, project, action, by_id, by_name, expires_at, revoked_at from catalogue_previews where token_hash = :tokenHash`,
  params: { tokenHash: 'bytea' },
  row: v.object({
    id: v.string(),
    project: v.string(),
    action: v.unknown(),
    by_id: v.string(),
    by_name: v.string(),
    expires_at: v.date(),
    revoked_at: v.nullable(v.date()),
  }),
});
export type PreviewLink = RowOf<typeof previewByToken>;

export const previewById = statement({
  name: 'previews.by_id',
  text: `select project, title from catalogue_previews where id = :id`,
  params: { id: 'text' },
  row: v.object({ project: v.string(), title: v.string() }),
});

/** No row: it has ended. */
export const revokePreview = statement({
  name: 'previews.revoke',
  text: `update catalogue_previews set revoked_at = :now where id = :id and expires_at > :now and revoked_at is null`,
  params: { id: 'text', now: 'timestamptz' },
});

/** Deletes links that ended before a moment; the audit log keeps who made them. */
export const deletePreviews = statement({
  name: 'previews.delete',
  text: `delete from catalogue_previews where expires_at < :before`,
  params: { before: 'timestamptz' },
});
