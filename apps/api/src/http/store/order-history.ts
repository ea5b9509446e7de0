import { listOrders } from '../../domain/orders/list-orders.ts';
import { proveOrder } from '../../domain/orders/prove-order.ts';
import { route, type StoreRoutes } from './route.ts';

/** F19: what a player bought, and the proof of it. */
export function registerOrderHistoryCalls(routes: StoreRoutes): void {
  route(routes, 'userOrders', (ctx, call) =>
    listOrders(ctx, {
      project: call.project,
      playerId: call.session.player_id,
      lang: call.lang,
      before: call.input.before ?? null,
    }),
  );

  route(routes, 'userReceipt', (ctx, call) =>
    proveOrder(ctx, {
      token: call.input.token,
      project: call.project,
      playerId: call.session.player_id,
      lang: call.lang,
    }),
  );
}
