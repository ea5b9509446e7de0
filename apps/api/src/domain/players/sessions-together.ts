import type { Ctx } from '../../context.ts';
import type { Given } from '../../platform/db/pool.ts';
import type { Statement } from '../../platform/db/statement.ts';
import { SESSIONS_AT_ONCE, type SessionValues } from './queries.ts';

/** Values of a statement besides those of every look-up. */
type RestOf<Values> = Omit<Values, keyof SessionValues>;

type LookUp<Row> = {
  readonly hash: Buffer;
  readonly found: (row: Row | null) => void;
  readonly failed: (reason: unknown) => void;
};

/**
 * Batches session look-ups of one turn of the event loop into one statement, which saves round
 * trips in a busy shop and costs nothing in an idle one.
 * @param sessions finds up to SESSIONS_AT_ONCE by their tokens' hashes
 * @returns a look-up by token hash; calls are batched when their `rest` is equal
 */
export function lookUpTogether<
  Row extends { readonly token_hash: Uint8Array },
  Values extends SessionValues,
>(
  sessions: Statement<Row, Values>,
): (ctx: Pick<Ctx, 'db' | 'clock'>, hash: Buffer, rest: RestOf<Values>) => Promise<Row | null> {
  const waiting = new WeakMap<Ctx['db'], Map<string, LookUp<Row>[]>>();
  return (ctx, hash, rest) => {
    const groups = waiting.get(ctx.db) ?? new Map<string, LookUp<Row>[]>();
    waiting.set(ctx.db, groups);
    const key = JSON.stringify(rest);
    return new Promise((found, failed) => {
      const group = groups.get(key);
      if (group !== undefined && group.length < SESSIONS_AT_ONCE) {
        group.push({ hash, found, failed });
        return;
      }
      const batch = [{ hash, found, failed }];
      groups.set(key, batch);
      setImmediate(() => {
        if (groups.get(key) === batch) groups.delete(key);
        void answer(ctx, sessions, batch, rest);
      });
    });
  };
}

async function answer<
  Row extends { readonly token_hash: Uint8Array },
  Values extends SessionValues,
>(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  sessions: Statement<Row, Values>,
  batch: readonly LookUp<Row>[],
  rest: RestOf<Values>,
): Promise<void> {
  try {
    const hashes = Object.fromEntries(
      Array.from({ length: SESSIONS_AT_ONCE }, (_, index) => [
        `tokenHash${index + 1}`,
        batch[index]?.hash ?? null,
      ]),
    );
    const values = { ...hashes, now: ctx.clock.now(), ...rest };
    // Verified edge: a hash for each of SESSIONS_AT_ONCE parameters, and the first is there.
    const rows = await ctx.db.many(sessions, ...([values] as unknown as Given<Values>));
    for (const { hash, found } of batch) {
      found(rows.find(({ token_hash: known }) => hash.equals(known)) ?? null);
    }
  } catch (error) {
    for (const { failed } of batch) failed(error);
  }
}
