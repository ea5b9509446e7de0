import type { ConsoleInput, ConsoleResult } from '@webpay/contract/console/calls';
import type { Ctx } from '../../../context.ts';
import { scopeOf, type Sees } from '../scope.ts';
import {
  bargainPlayers,
  bargainSteps,
  claimedRewards,
  claimingPlayers,
  paidIn,
  roundById,
} from './queries.ts';

/** Goods of the event itself: the source of their orders. */
const SOURCES: Readonly<Record<string, string>> = { bargain: 'bargain', card: 'card' };

/** Results of one round, also of one that the catalogue no longer lists; null: the operator sees none of that name. */
export async function readResults(
  ctx: Ctx,
  operator: Sees,
  { project, id: eventId }: ConsoleInput<'eventResults'>,
): Promise<ConsoleResult<'eventResults'> | null> {
  const scope = scopeOf(operator, project);
  if (scope !== null && !scope.includes(project)) return null;
  const round = await ctx.db.maybe(roundById, { project, eventId });
  if (round === null) return null;
  const now = ctx.clock.now();
  const until = now < round.ends_at ? now : round.ends_at;
  const which = { project, eventId };
  const source = SOURCES[round.kind] ?? null;
  const isBargain = round.kind === 'bargain';
  const [{ players }, tasks, paid] = [
    await ctx.db.one(isBargain ? bargainPlayers : claimingPlayers, which),
    await ctx.db.many(isBargain ? bargainSteps : claimedRewards, which),
    await ctx.db.one(paidIn, { project, source, from: round.starts_at, to: until }),
  ];
  return {
    players,
    tasks: [...tasks],
    sold:
      source === null
        ? null
        : {
            players: paid.sold_players,
            orders: paid.sold_orders,
            usd_minor: paid.sold_usd_minor,
          },
    topped_up: { orders: paid.orders, usd_minor: paid.usd_minor },
    until: until.getTime(),
  };
}
