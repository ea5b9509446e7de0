import { createRequest } from '../../domain/support/create-request.ts';
import { listRequests } from '../../domain/support/list-requests.ts';
import { route, type StoreRoutes } from './route.ts';

/** F17: what a player asks to be put right. */
export function registerResolutionCalls(routes: StoreRoutes): void {
  route(routes, 'resolutionCreate', (ctx, { session, input }) =>
    createRequest(ctx, {
      playerId: session.player_id,
      orderId: input.order_id,
      kind: input.kind,
      text: input.text,
    }),
  );

  route(routes, 'resolutionList', (ctx, { session }) => listRequests(ctx, session.player_id));
}
