import * as v from 'valibot';
import type { Db, Tx } from '../../platform/db/pool.ts';
import {
  exportArchived,
  exportMessages,
  exportReceived,
  exportTables,
  exportWaitingMessages,
  firstMessageTime,
  playerToExport,
  playersToExport,
} from './export-queries.ts';

export type Exported =
  | { readonly kind: 'done'; readonly tables: Readonly<Record<string, readonly unknown[]>> }
  | { readonly kind: 'no_such_character' }
  | { readonly kind: 'several'; readonly servers: readonly string[] };

/** Messages that one statement looks through for a player's orders. */
const MESSAGES_AT_ONCE = 2_000;

const rows = v.array(v.looseObject({ body: v.string() }));

/**
 * Reads everything kept about a character, by table (docs/operations.md, Export), in one snapshot of the database.
 * Gateway messages are decoded to text. Changes nothing.
 */
export async function exportCharacter(
  db: Pick<Db, 'transaction'>,
  character: { readonly project: string; readonly cid: string; readonly serverId: string | null },
): Promise<Exported> {
  return db.transaction(
    async (tx) => {
      const [player, ...others] = await tx.many(playersToExport, character);
      if (player === undefined) return { kind: 'no_such_character' };
      if (others.length > 0) {
        return { kind: 'several', servers: [player, ...others].map((each) => each.server_id) };
      }
      return { kind: 'done', tables: await readTables(tx, player.id) };
    },
    { isolation: 'repeatable read', readOnly: true },
  );
}

/** The same about the character of a player's row. @returns null: there is none, or it is erased */
export async function exportPlayer(
  db: Pick<Db, 'transaction'>,
  playerId: number,
): Promise<{
  readonly project: string;
  readonly cid: string;
  readonly tables: Readonly<Record<string, readonly unknown[]>>;
} | null> {
  return db.transaction(
    async (tx) => {
      const player = await tx.maybe(playerToExport, { playerId });
      if (player === null) return null;
      const { project, cid } = player;
      return { project, cid, tables: await readTables(tx, playerId) };
    },
    { isolation: 'repeatable read', readOnly: true },
  );
}

async function readTables(tx: Tx, playerId: number) {
  const tables: Record<string, readonly unknown[]> = {};
  for (const each of exportTables) {
    const found = await tx.many(each, { playerId });
    tables[each.name.replace('export.', '')] = found.map(({ data }) => data);
  }
  const received = await tx.many(exportReceived, { playerId });
  const waiting = await tx.many(exportWaitingMessages, { playerId });
  const archived = await tx.many(exportArchived, { playerId });
  return {
    ...tables,
    received_from_others: received.map(({ data }) => data),
    archived_events: archived.map(({ data }) => data),
    gateway_inbox: [
      ...(await readMessages(tx, playerId)),
      ...v.parse(
        rows,
        waiting.map(({ data }) => data),
      ),
    ].map((each) => ({ ...each, body: Buffer.from(each.body, 'base64').toString('utf8') })),
  };
}

async function readMessages(tx: Tx, playerId: number) {
  const found: v.InferOutput<typeof rows> = [];
  const first = await tx.maybe(firstMessageTime, { playerId });
  let cursor = first === null ? null : { at: first.at, id: 0 };
  while (cursor !== null) {
    const after = { afterAt: cursor.at, afterId: cursor.id, limit: MESSAGES_AT_ONCE };
    const batch = await tx.maybe(exportMessages, { playerId, ...after });
    if (batch !== null) found.push(...v.parse(rows, batch.found));
    cursor = batch;
  }
  return found;
}
