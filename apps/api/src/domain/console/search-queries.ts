import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';
import { IS_LIVING } from '../players/queries.ts';

/**
 * Characters whose name begins so, in the order of their names; never an erased one. U+10FFFF is above every letter, and bytes
 * are compared, so that the range is the prefix. A pattern would need a plan for each search.
 */
export const charactersByName = statement({
  name: 'console.characters_by_name',
  text: `select p.id, p.project, p.server_id, p.cid, p.name, p.flagged_at, p.seen_at
    from players p
    where lower(p.name) ~>=~ lower(:name) and lower(p.name) ~<~ (lower(:name) || chr(1114111))
      and p.cid not like 'erased-%' and (:projects::text[] is null or p.project = any(:projects)) and ${IS_LIVING}
    order by lower(p.name) using ~<~, p.id
    limit :limit`,
  params: { name: 'text', projects: 'text[]?', limit: 'int8' },
  row: v.object({
    id: v.number(),
    ...v.entriesFromList(['project', 'server_id', 'cid', 'name'], v.string()),
    flagged_at: v.nullable(v.date()),
    seen_at: v.date(),
  }),
});
