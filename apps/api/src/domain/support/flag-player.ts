import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { clearFlags, flagByHand, flaggedByCharacter } from './operator-queries.ts';
import { refused } from './rules.ts';

type Wanted = {
  readonly project: string;
  readonly cid: string;
  readonly serverId: string | null;
  readonly because: string;
};

/** The last statements of an operation's transaction. */
type Finish = (tx: Tx) => Promise<void>;

/** `several`: the character id is used on several servers, and the caller must name one. */
const several = (players: readonly { readonly server_id: string }[]) =>
  ({ kind: 'several', servers: players.map((player) => player.server_id) }) as const;

const DONE = { kind: 'done' } as const;

/** Blocks a player's orders from this moment on (V07): order/create reads the row itself. */
export async function setFlag(ctx: Ctx, { because, ...character }: Wanted, finish?: Finish) {
  return ctx.db.transaction(async (tx) => {
    const players = await tx.many(flaggedByCharacter, character);
    if (players.length > 1) return several(players);
    const [player] = players;
    if (player === undefined) return refused('no_such_player');
    const flag = { playerId: player.id, because, now: ctx.clock.now() };
    if ((await tx.run(flagByHand, flag)) === 0) return refused('flagged_already');
    await finish?.(tx);
    return DONE;
  });
}

/** Clears a reviewed player's flags (V07), who may order again; the orders' history records it. */
export async function clearFlag(ctx: Ctx, { because, ...character }: Wanted, finish?: Finish) {
  return ctx.db.transaction(async (tx) => {
    const players = await tx.many(flaggedByCharacter, character);
    if (players.length === 0) return refused('no_such_player');
    const flagged = players.filter((player) => player.flagged_at !== null);
    if (flagged.length > 1) return several(flagged);
    const [player] = flagged;
    if (player === undefined) return refused('not_flagged');
    await tx.run(clearFlags, { playerId: player.id, now: ctx.clock.now(), because });
    await finish?.(tx);
    return DONE;
  });
}
