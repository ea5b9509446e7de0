import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Ctx } from '../../context.ts';
import type { Given } from '../../platform/db/pool.ts';
import type { Statement } from '../../platform/db/statement.ts';
import { SESSIONS_AT_ONCE, type SessionValues } from './queries.ts';

/** Look-ups of one statement; `rows` come in the next turn. */
type Batch<Row> = { readonly hashes: Buffer[]; readonly rows: Promise<Row[]> };

/**
 * Batches session look-ups of one turn of the event loop into one statement, which saves round
 * trips in a busy shop and costs nothing in an idle one.
 * @param sessions finds up to SESSIONS_AT_ONCE by their tokens' hashes
 * @returns a look-up by token hash; calls are batched when their `rest`, the other values, is equal
 */
export function lookUpTogether<
  Row extends { readonly token_hash: Uint8Array },
  Values extends SessionValues,
>(sessions: Statement<Row, Values>) {
  type Rest = Omit<Values, keyof SessionValues>;
  const waiting = new WeakMap<Ctx['db'], Map<string, Batch<Row>>>();
  return async (ctx: Pick<Ctx, 'db' | 'clock'>, hash: Buffer, rest: Rest): Promise<Row | null> => {
    const batches = waiting.get(ctx.db) ?? new Map<string, Batch<Row>>();
    waiting.set(ctx.db, batches);
    const key = JSON.stringify(rest);
    const begin = (): Batch<Row> => {
      const hashes: Buffer[] = [];
      const rows = nextTurn().then(() => {
        if (batches.get(key)?.hashes === hashes) batches.delete(key);
        const named = Array.from(
          { length: SESSIONS_AT_ONCE },
          (_, index) => [`tokenHash${index + 1}`, hashes[index] ?? null] as const,
        );
        const values = { ...Object.fromEntries(named), now: ctx.clock.now(), ...rest };
        // Verified edge: `named` has all SESSIONS_AT_ONCE parameters, and the first is never null.
        return ctx.db.many(sessions, ...([values] as unknown as Given<Values>));
      });
      return { hashes, rows };
    };
    const open = batches.get(key);
    const batch = open !== undefined && open.hashes.length < SESSIONS_AT_ONCE ? open : begin();
    batches.set(key, batch);
    batch.hashes.push(hash);
    const rows = await batch.rows;
    return rows.find(({ token_hash: known }) => hash.equals(known)) ?? null;
  };
}
