import { openLink } from '../../domain/access/links/open-link.ts';
import { limitCalls } from '../../domain/players/limit-calls.ts';
import { LOOKUPS_PER_ADDRESS } from './players.ts';
import { route, type StoreRoutes } from './route.ts';

/** F18: a link that a game or an operator signed (docs/access-link.md). It asks the game as a role look-up does, and counts as one. */
export function registerLinkCall(routes: StoreRoutes): void {
  route(routes, 'link', async (ctx, call) => {
    await limitCalls(ctx, `role:${call.network}`, LOOKUPS_PER_ADDRESS, 'TOO_MANY_LOOKUPS');
    return openLink(ctx, call.project, call.input.link, call.lang);
  });
}
