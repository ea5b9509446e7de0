import { clearInvalid, removeFromCart, setInCart } from '../../domain/cart/change-cart.ts';
import { readCart, type CartVisit } from '../../domain/cart/read-cart.ts';
import { type StoreCall, type StoreRoutes, countryOf, route } from './route.ts';

/** The cart of the session's character; every call returns the whole cart. */
export function registerCartCalls(routes: StoreRoutes): void {
  route(routes, 'cartGet', (ctx, call) => readCart(ctx, visitOf(call)));

  route(routes, 'cartSet', (ctx, call) => {
    const { product_id, count } = call.input;
    return setInCart(ctx, visitOf(call), { product_id, count });
  });

  route(routes, 'cartRemove', (ctx, call) =>
    removeFromCart(ctx, visitOf(call), [...new Set(call.input.product_ids)]),
  );

  route(routes, 'cartClearInvalid', (ctx, call) => clearInvalid(ctx, visitOf(call)));
}

function visitOf(
  call: StoreCall<'cartGet' | 'cartSet' | 'cartRemove' | 'cartClearInvalid'>,
): CartVisit {
  return {
    project: call.project,
    playerId: call.session.player_id,
    country: countryOf(call),
    lang: call.lang,
  };
}
