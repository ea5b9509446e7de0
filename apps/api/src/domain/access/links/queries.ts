import * as v from 'valibot';
import { statement } from '../../../platform/db/statement.ts';

export const linkUse = statement({
  name: 'links.use_of',
  text: `select used_at from used_access_links where project = :project and ref = :ref`,
  params: { project: 'text', ref: 'text' },
  row: v.object({ used_at: v.date() }),
});

/** Inserts no row for a used link. */
export const useLink = statement({
  name: 'links.use',
  text: `insert into used_access_links (project, ref, expires_at, used_at) values (:project, :ref, :expiresAt, :usedAt)
    on conflict on constraint a_link_opens_once do nothing`,
  params: { project: 'text', ref: 'text', expiresAt: 'timestamptz', usedAt: 'timestamptz' },
});

export const purgeUsedLinks = statement({
  name: 'links.forget_used',
  text: `delete from used_access_links where expires_at < :before`,
  params: { before: 'timestamptz' },
});
