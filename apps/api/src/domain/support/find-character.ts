import type { Queries } from '../../platform/db/pool.ts';
import type { ValuesFor } from '../../platform/db/statement.ts';
import { flaggedByCharacter } from './operator-queries.ts';

/** The number of a character's row; null: none, or several servers use the id. */
export async function findCharacter(
  db: Queries,
  { project, cid, serverId }: ValuesFor<typeof flaggedByCharacter>,
): Promise<number | null> {
  const [first, ...others] = await db.many(flaggedByCharacter, { project, cid, serverId });
  return first === undefined || others.length > 0 ? null : first.id;
}
