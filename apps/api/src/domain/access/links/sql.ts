import * as v from 'valibot';
import { statement } from '../../../platform/db/statement.ts';

export const linkUse = statement({
  name: 'links.use_of',
  text: `select used_at from used_links where project = $1 and ref = $2`,
  params: ['text', 'text'],
  row: v.object({ used_at: v.date() }),
});

/** Touches no row where the link was used before, or by whoever is quicker. */
export const useLink = statement({
  name: 'links.use',
  text: `insert into used_links (project, ref, expires_at, used_at) values ($1, $2, $3, $4)
    on conflict on constraint a_link_opens_once do nothing`,
  params: ['text', 'text', 'timestamptz', 'timestamptz'],
});

export const purgeUsedLinks = statement({
  name: 'links.forget_used',
  text: `delete from used_links where expires_at < $1`,
  params: ['timestamptz'],
});
