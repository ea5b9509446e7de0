import type { MallVisit } from '../../domain/mall/find-mall-order.ts';
import { payMallOrder } from '../../domain/mall/pay-mall-order.ts';
import { showMallOrder } from '../../domain/mall/show-mall-order.ts';
import { type StoreCall, type StoreRoutes, countryOf, route } from './route.ts';

/** R05: orders signed by a game or a mall (docs/mall.md). Their payer has only the token. */
export function registerMallCalls(routes: StoreRoutes): void {
  route(routes, 'mallOrder', (ctx, call) =>
    showMallOrder(ctx, visitOf(call), call.input.country ?? null),
  );

  route(routes, 'mallPay', (ctx, call) =>
    payMallOrder(ctx, visitOf(call), {
      payId: call.input.pay_id,
      totalSeen: call.input.total ?? null,
    }),
  );
}

function visitOf(call: StoreCall<'mallOrder'> | StoreCall<'mallPay'>): MallVisit {
  return {
    project: call.project,
    token: call.input.token,
    country: countryOf(call),
    lang: call.lang,
    network: call.network,
  };
}
