import type { Ctx } from '../../context.ts';
import type { Statement } from '../../platform/db/statement.ts';
import { SESSIONS_AT_ONCE } from './sql.ts';

type Hash = Uint8Array;
type AsParams<Rest extends readonly unknown[]> = readonly [
  Hash,
  Hash | null,
  Hash | null,
  Hash | null,
  Hash | null,
  Hash | null,
  Hash | null,
  Hash | null,
  Date,
  ...Rest,
];

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
  Rest extends readonly string[],
>(
  sessions: Statement<Row, AsParams<Rest>>,
): (ctx: Pick<Ctx, 'db' | 'clock'>, hash: Buffer, rest: Rest) => Promise<Row | null> {
  const waiting = new WeakMap<Ctx['db'], Map<string, Asked<Row>[]>>();
  return (ctx, hash, rest) => {
    const groups = waiting.get(ctx.db) ?? new Map<string, Asked<Row>[]>();
    waiting.set(ctx.db, groups);
    const key = rest.join(' ');
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
  Rest extends readonly string[],
>(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  sessions: Statement<Row, AsParams<Rest>>,
  asked: readonly Asked<Row>[],
  rest: Rest,
): Promise<void> {
  try {
    const [first, ...others] = Array.from(
      { length: SESSIONS_AT_ONCE },
      (_, index) => asked[index]?.hash ?? null,
    );
    const params = [first, ...others, ctx.clock.now(), ...rest];
    // Verified edge: as many as SESSIONS_AT_ONCE, and the first is there.
    const rows = await ctx.db.many(sessions, params as unknown as AsParams<Rest>);
    for (const { hash, found } of asked) {
      found(rows.find(({ token_hash: known }) => hash.equals(known)) ?? null);
    }
  } catch (error) {
    for (const { failed } of asked) failed(error);
  }
}
