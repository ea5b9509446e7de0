import { clearInvalid, removeFromCart, setInCart } from '../../domain/cart/change-cart.ts';
import { readCart, type CartVisit } from '../../domain/cart/read-cart.ts';
import { type StoreCall, type StoreRoutes, countryOf, serve } from './route.ts';

/** The cart of the session's character; every call returns the whole cart. */
export function registerCartCalls(routes: StoreRoutes): void {
  serve(routes, {
    cartGet: (ctx, call) => readCart(ctx, visitOf(call)),
    cartSet: (ctx, call) => {
      const { product_id, count } = call.input;
      return setInCart(ctx, visitOf(call), { product_id, count });
    },
    cartRemove: (ctx, call) =>
      removeFromCart(ctx, visitOf(call), [...new Set(call.input.product_ids)]),
    cartClearInvalid: (ctx, call) => clearInvalid(ctx, visitOf(call)),
  });
}

function visitOf(
  call: StoreCall<'cartGet' | 'cartSet' | 'cartRemove' | 'cartClearInvalid'>,
): CartVisit {
  const { project, session, lang } = call;
  return { project, playerId: session.player_id, country: countryOf(call), lang };
}
