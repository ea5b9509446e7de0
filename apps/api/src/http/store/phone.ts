import { takeImageCode } from '../../domain/access/image-code.ts';
import { payOnPhone, showOnPhone } from '../../domain/phone/pay-on-phone.ts';
import { findLinkedOrder, makePhoneLink, watchPhoneLink } from '../../domain/phone/phone-link.ts';
import { queryOnReturn } from '../../domain/payments/query-attempt.ts';
import { admitOpening } from '../../domain/players/network-budgets.ts';
import { hashToken } from '../../domain/players/session.ts';
import { Refusal } from '../../errors.ts';
import { payerOf } from './payer.ts';
import { serve, type StoreCall, type StoreRoutes } from './route.ts';

/** Calls of phone/pay a minute for one order: a stranger's phone uses up none of its character's own. */
const PAYS_PER_ORDER = 5;

/**
 * The payment of an order on a phone (docs/decisions/0086). A phone has no session: its link and key open the two calls
 * below and no other one.
 */
export function registerPhoneCalls(routes: StoreRoutes): void {
  const linkedOrder = (call: StoreCall<'phoneOrder'> | StoreCall<'phonePay'>) => {
    const { link, key } = call.input;
    // A phone polls like a session, and is bound like one.
    routes.limits.ofSession(`phone:${hashToken(link).toString('base64url')}`);
    return findLinkedOrder(routes.ctx, { project: call.project, link, key });
  };
  serve(routes, {
    orderPhone: (ctx, call) => {
      if (call.userToken === null) throw new Refusal('NO_SESSION');
      return makePhoneLink(ctx, ownOrder(call), call.userToken);
    },
    orderPhoneState: async (ctx, call) => {
      const watched = await watchPhoneLink(ctx, ownOrder(call), call.input.end);
      if (watched.order.state === 'waiting') await queryOnReturn(ctx, watched.order.order_id);
      return watched;
    },
    phoneOrder: async (ctx, call) => {
      const linked = await linkedOrder(call);
      const shown = await showOnPhone(ctx, call.project, linked, call.lang);
      if (shown.order.state === 'waiting') await queryOnReturn(ctx, linked.id);
      return shown;
    },
    phonePay: async (ctx, call) => {
      const linked = await linkedOrder(call);
      const { project, input, lang, network, block } = call;
      const isCrowd = await admitOpening(ctx, `phone_pay:${linked.id}`, PAYS_PER_ORDER, call);
      const place = { project: project.code, purpose: null, userToken: null };
      const hasImageCode = await takeImageCode(ctx, input, place);
      return payOnPhone(ctx, project, linked, {
        payId: input.pay_id,
        totalSeen: input.total,
        payer: { ...payerOf(call, null), data: input.payer ?? {} },
        lang,
        caller: { network, block, hasImageCode, canProve: true, isCrowd },
      });
    },
  });
}

function ownOrder(call: StoreCall<'orderPhone'> | StoreCall<'orderPhoneState'>) {
  const { input, session, gameId, lang } = call;
  return { token: input.token, playerId: session.player_id, gameId, lang };
}
