import { cartLimitsOf } from '../../domain/catalog/cart-limits.ts';
import { currencyOfCountry, findChannel } from '../../domain/catalog/channels.ts';
import { findByToken, inquireOrder } from '../../domain/orders/inquire-order.ts';
import { listOrders } from '../../domain/orders/list-orders.ts';
import { proveOrder } from '../../domain/orders/prove-order.ts';
import { cancelOrder } from '../../domain/payments/cancel-order.ts';
import { queryOnReturn } from '../../domain/payments/query-attempt.ts';
import { openPayment } from '../../domain/payments/open-payment.ts';
import { limitCalls } from '../../domain/players/limit-calls.ts';
import { createRequest } from '../../domain/support/create-request.ts';
import { listRequests } from '../../domain/support/list-requests.ts';
import { Refusal } from '../../errors.ts';
import { type StoreRoutes, route } from './route.ts';

/** Calls a minute that open or continue an order, mall/pay included (contract §2). */
const ORDERS_PER_PLAYER = 40;

/** Orders, the history with its receipts (F19), and resolution requests (F17). */
export function registerOrderCalls(routes: StoreRoutes): void {
  route(routes, 'orderCreate', async (ctx, call) => {
    const { project, input, session } = call;
    await limitCalls(ctx, `order:${session.player_id}`, ORDERS_PER_PLAYER, 'TOO_FREQUENT');
    const ids = new Set(input.products.map((product) => product.product_id));
    const isRepeated = ids.size !== input.products.length;
    const isOneByOne = input.source !== 'cart' && input.products.length !== 1;
    if (isRepeated || isOneByOne) throw new Refusal('PARAMETER_ERROR');
    return openPayment(ctx, {
      project: project.code,
      playerId: session.player_id,
      recipient: {
        pr_id: session.pr_id,
        server_id: session.server_id,
        server_name: session.server_name,
        cid: session.cid,
        name: session.name,
        level: session.level,
      },
      lang: call.lang,
      products: input.products,
      source: input.source,
      country: input.country,
      currency: currencyOfCountry(project, input.country),
      channel: await findChannel(ctx, project, input.pay_id, input.country),
      redirectUrl: input.redirect_url,
      orderKey: input.order_key ?? null,
      totalSeen: input.total ?? null,
      ...cartLimitsOf(project),
    });
  });

  route(routes, 'orderInquire', async (ctx, call) => {
    const view = await inquireOrder(ctx, {
      token: call.input.token,
      lang: call.lang,
      gameId: call.gameId,
      playerId: call.session?.player_id ?? null,
    });
    if (view.state === 'waiting') await queryOnReturn(ctx, view.order_id);
    return view;
  });

  route(routes, 'orderCancel', async (ctx, call) => {
    const view = {
      token: call.input.token,
      lang: call.lang,
      gameId: call.gameId,
      playerId: call.session?.player_id ?? null,
    };
    // Refuses a foreign game before anything moves.
    await inquireOrder(ctx, view);
    const order = await findByToken(ctx, call.input.token);
    await cancelOrder(ctx, order.id);
    return inquireOrder(ctx, view);
  });

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
