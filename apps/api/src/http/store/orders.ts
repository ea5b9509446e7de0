import { takeImageCode } from '../../domain/access/image-code.ts';
import { cartLimitsOf } from '../../domain/catalog/cart-limits.ts';
import { currencyOfCountry, findChannel } from '../../domain/catalog/channels.ts';
import { findSessionWithOrder } from '../../domain/orders/find-with-session.ts';
import { findByToken, inquireOrder } from '../../domain/orders/inquire-order.ts';
import { listOrders } from '../../domain/orders/list-orders.ts';
import { proveOrder } from '../../domain/orders/prove-order.ts';
import { cancelOrder } from '../../domain/payments/cancel-order.ts';
import { queryOnReturn } from '../../domain/payments/query-attempt.ts';
import { openPayment } from '../../domain/payments/open-payment.ts';
import { payerDataOf } from '../../domain/payments/payer-data.ts';
import type { Purchase } from '../../domain/payments/purchase.ts';
import { captureWallet, payByCard } from '../../domain/payments/pay.ts';
import { listCards, removeCard } from '../../domain/saved-cards/list-cards.ts';
import { notUsable } from '../../domain/saved-cards/pay-with-card.ts';
import { cardRight } from '../../domain/saved-cards/rights.ts';
import { admitOpening } from '../../domain/players/network-budgets.ts';
import { createRequest } from '../../domain/support/create-request.ts';
import { listRequests } from '../../domain/support/list-requests.ts';
import { Refusal } from '../../errors.ts';
import { readFromReplica } from '../../platform/db/replica.ts';
import { payerOf } from './payer.ts';
import { serve, serveWith, type StoreCall, type StoreRoutes } from './route.ts';

/** Calls a minute that open or continue an order, mall/pay included (contract §2). */
const ORDERS_PER_PLAYER = 40;

/** Orders and their payments, the history with its receipts (F19), and resolution requests (F17). */
export function registerOrderCalls(routes: StoreRoutes): void {
  serveWith(
    routes,
    (ctx, token, _project, { fields }) => findSessionWithOrder(ctx, token, fields.get('token')),
    {
      orderInquire: async (ctx, call) => {
        const known = call.session?.order;
        const view = await inquireOrder(ctx, { ...askedOrder(call), known });
        if (view.state === 'waiting') await queryOnReturn(ctx, view.order_id);
        return view;
      },
    },
  );
  serve(routes, {
    orderCreate: async (ctx, call) => {
      const { project, input, session, lang, network, block } = call;
      const { pr_id, server_id, server_name, cid, name, level } = session;
      const isCrowd = await admitOpening(
        ctx,
        `order:${session.player_id}`,
        ORDERS_PER_PLAYER,
        call,
      );
      const ids = new Set(input.products.map((product) => product.product_id));
      const isRepeated = ids.size !== input.products.length;
      const isOneByOne = input.source !== 'cart' && input.products.length !== 1;
      if (isRepeated || isOneByOne) throw new Refusal('PARAMETER_ERROR');
      const place = { project: project.code, purpose: null, userToken: call.userToken };
      const channel = findChannel(ctx, project, input.pay_id, input.country);
      const data = payerDataOf(channel, input.payer ?? {});
      const hasImageCode = await takeImageCode(ctx, input, place);
      const purchase: Purchase = {
        project: project.code,
        playerId: session.player_id,
        recipient: { pr_id, server_id, server_name, cid, name, level },
        lang,
        products: input.products,
        source: input.source,
        country: input.country,
        networkCountry: call.networkCountry,
        currency: currencyOfCountry(project, input.country),
        channel,
        redirectUrl: input.redirect_url,
        orderKey: input.order_key ?? null,
        totalSeen: input.total ?? null,
        givesSeen: input.gives,
        caller: { network, block, hasImageCode, canProve: true, isCrowd },
        ...cartLimitsOf(project),
      };
      const { saved: cardId } = input;
      const keepsWallet = input.keeps_wallet;
      const wantsCards = cardId !== undefined || input.asks_to_save || keepsWallet;
      const right = wantsCards ? await cardRight(ctx, project, call) : null;
      // Without the right, the card is one that does not exist.
      if (cardId !== undefined && right === null) throw notUsable();
      const chosen = cardId === undefined || right === null ? null : { cardId, right };
      return openPayment(
        ctx,
        purchase,
        { ...payerOf(call, null), data },
        {
          chosen,
          right,
          keepsWallet,
        },
      );
    },
    orderCancel: async (ctx, call) => {
      const asked = askedOrder(call);
      // Refuses a foreign game before anything moves.
      await inquireOrder(ctx, asked);
      const order = await findByToken(ctx, asked.token);
      await cancelOrder(ctx, order.id);
      return inquireOrder(ctx, asked);
    },
    // A player who has just paid finds the order: no commit from before the call is missing.
    userOrders: async (ctx, { project, session: { player_id: playerId }, lang, input }) => {
      const asked = { project, playerId, lang, before: input.before ?? null };
      return (await readFromReplica(ctx, 0, (shown) => listOrders(shown, asked))).value;
    },
    userReceipt: (ctx, { project, session: { player_id: playerId }, lang, input: { token } }) =>
      proveOrder(ctx, { token, project, playerId, lang }),
    resolutionCreate: (ctx, { session: { player_id: playerId }, input }) => {
      const { order_id: orderId, kind, text } = input;
      return createRequest(ctx, { playerId, orderId, kind, text });
    },
    savedCards: (ctx, call) => listCards(ctx, call.project, call),
    savedCardRemove: async (ctx, call) => {
      await removeCard(ctx, call.project, call, call.input.card);
      return {};
    },
    resolutionList: (ctx, { session }) => listRequests(ctx, session.player_id),
    payermaxCard: async (ctx, call) => {
      const { sessionKey, paymentToken, redirectUrl = null, save } = call.input;
      const { session, confirmed, gameId, project } = call;
      const isKept = save && session !== null;
      const keeper = isKept ? await cardRight(ctx, project, { session, confirmed }) : null;
      const payer = payerOf(call, redirectUrl);
      return payByCard(ctx, { sessionKey, paymentToken, gameId, payer, keeper });
    },
    paypalCapture: (ctx, call) => {
      const { invoice_id: invoiceId, order_id: orderId } = call.input;
      const payer = payerOf(call, null);
      return captureWallet(ctx, { invoiceId, orderId, gameId: call.gameId, payer });
    },
  });
}

function askedOrder({ input, lang, gameId, session }: StoreCall<'orderInquire' | 'orderCancel'>) {
  return { token: input.token, lang, gameId, playerId: session?.player_id ?? null };
}
