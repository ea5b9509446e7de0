import type { Ctx } from '../../context.ts';
import type { Given } from '../../platform/db/pool.ts';
import type { Statement } from '../../platform/db/statement.ts';
import { SESSIONS_AT_ONCE, type SessionValues } from './queries.ts';

/** The values that a statement takes besides those of every look-up. */
type RestOf<Values> = Omit<Values, keyof SessionValues>;

type Asked<Row> = {
  readonly hash: Buffer;
  readonly found: (row: Row | null) => void;
  readonly failed: (reason: unknown) => void;
};

/**
 * Calls that look a session up in the same turn of the event loop are asked for in one statement: for a busy shop that is a
 * fraction of the way to the database and back, for an idle one it is the same as ever.
 * @param sessions finds up to SESSIONS_AT_ONCE by their tokens' hashes
 * @returns looks one up by its token's hash; `rest` is the same for all that go together
 */
export function lookUpTogether<
  Row extends { readonly token_hash: Uint8Array },
  Values extends SessionValues,
>(
  sessions: Statement<Row, Values>,
): (ctx: Pick<Ctx, 'db' | 'clock'>, hash: Buffer, rest: RestOf<Values>) => Promise<Row | null> {
  const waiting = new WeakMap<Ctx['db'], Map<string, Asked<Row>[]>>();
  return (ctx, hash, rest) => {
    const groups = waiting.get(ctx.db) ?? new Map<string, Asked<Row>[]>();
    waiting.set(ctx.db, groups);
    const key = JSON.stringify(rest);
    return new Promise((found, failed) => {
      const group = groups.get(key);
      if (group !== undefined && group.length < SESSIONS_AT_ONCE) {
        group.push({ hash, found, failed });
        return;
      }
      const asked = [{ hash, found, failed }];
      groups.set(key, asked);
      setImmediate(() => {
        if (groups.get(key) === asked) groups.delete(key);
        void answer(ctx, sessions, asked, rest);
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
  asked: readonly Asked<Row>[],
  rest: RestOf<Values>,
): Promise<void> {
  try {
    const hashes = Object.fromEntries(
      Array.from({ length: SESSIONS_AT_ONCE }, (_, index) => [
        `tokenHash${index + 1}`,
        asked[index]?.hash ?? null,
      ]),
    );
    const values = { ...hashes, now: ctx.clock.now(), ...rest };
    // Verified edge: a hash for each of SESSIONS_AT_ONCE parameters, and the first is there.
    const rows = await ctx.db.many(sessions, ...([values] as unknown as Given<Values>));
    for (const { hash, found } of asked) {
      found(rows.find(({ token_hash: known }) => hash.equals(known)) ?? null);
    }
  } catch (error) {
    for (const { failed } of asked) failed(error);
  }
}
