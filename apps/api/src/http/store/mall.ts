import type { MallVisit } from '../../domain/mall/find-mall-order.ts';
import { payMallOrder } from '../../domain/mall/pay-mall-order.ts';
import { showMallOrder } from '../../domain/mall/show-mall-order.ts';
import { payerOf } from './payer.ts';
import { type StoreCall, type StoreRoutes, countryOf, serve } from './route.ts';

/** R05: orders signed by a game or a mall (docs/mall.md). Their payer has only the token. */
export function registerMallCalls(routes: StoreRoutes): void {
  serve(routes, {
    mallOrder: (ctx, call) => showMallOrder(ctx, visitOf(call), call.input.country ?? null),
    mallPay: (ctx, call) => {
      const { pay_id: payId, total: totalSeen = null, payer: data = {} } = call.input;
      const payer = { ...payerOf(call, null), data };
      return payMallOrder(ctx, visitOf(call), { payId, totalSeen, payer });
    },
  });
}

function visitOf(call: StoreCall<'mallOrder'> | StoreCall<'mallPay'>): MallVisit {
  const { project, input, lang, network, block, networkCountry } = call;
  const country = countryOf(call);
  return { project, token: input.token, country, networkCountry, lang, network, block };
}
