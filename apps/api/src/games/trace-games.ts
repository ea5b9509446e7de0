import type { SpanEnd, Trace } from '../platform/tracing/trace.ts';
import type { GameAddress, GuardedGames } from './port.ts';

/** Games whose calls are spans, those about an order in its trace. */
export function traceGames(games: GuardedGames, trace: Trace | undefined): GuardedGames {
  if (trace === undefined) return games;
  const call = <T extends { readonly kind: string }>(
    operation: string,
    { gameId }: GameAddress,
    orderId: string | null,
    work: () => Promise<T>,
  ): Promise<T> => {
    if (orderId !== null) trace.join(orderId);
    const attributes = { 'webpay.game': gameId, 'webpay.operation': operation };
    return trace.span({ name: `game ${operation}`, kind: 'client', attributes }, work, endOf);
  };
  return {
    ...games,
    findRole: (game, role) => call('role', game, null, () => games.findRole(game, role)),
    sendMail: (game, mail) =>
      call('mail', game, mail.purchase?.order_id ?? null, () => games.sendMail(game, mail)),
    tellNotice: (game, told) =>
      call('notice', game, told.notice.order_id, () => games.tellNotice(game, told)),
  };
}

function endOf({ kind }: { readonly kind: string }): SpanEnd {
  return { attributes: { 'webpay.verdict': kind }, isFailed: kind === 'silent' };
}
