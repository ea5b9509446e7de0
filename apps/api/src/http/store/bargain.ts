import { choosePack } from '../../domain/events/bargain/choose-pack.ts';
import { claimTask } from '../../domain/events/bargain/claim-task.ts';
import type { BargainVisit } from '../../domain/events/bargain/enter-bargain.ts';
import { showBargain } from '../../domain/events/bargain/show-bargain.ts';
import { findBargainSession, type BargainSession } from '../../domain/events/bargain/progress.ts';
import { spinDaily } from '../../domain/events/bargain/spin-wheel.ts';
import { currencyOfCountry } from '../../domain/catalog/channels.ts';
import { countryOf } from './country.ts';
import { route, type StoreCall, type StoreRoutes } from './route.ts';

/** F07, F08: the bargain event and its wheel; every call answers how it stands. */
export function registerBargainCalls(routes: StoreRoutes): void {
  route(routes, 'bargainInfo', (ctx, call) => showBargain(ctx, visitOf(call)), findBargainSession);

  route(
    routes,
    'bargainChoose',
    (ctx, call) => choosePack(ctx, visitOf(call), call.input.pack_id),
    findBargainSession,
  );

  route(
    routes,
    'bargainClaim',
    (ctx, call) => claimTask(ctx, visitOf(call), call.input.task),
    findBargainSession,
  );

  route(routes, 'bargainSpin', (ctx, call) => spinDaily(ctx, visitOf(call)), findBargainSession);
}

function visitOf(
  call: StoreCall<'bargainInfo' | 'bargainChoose' | 'bargainClaim' | 'bargainSpin', BargainSession>,
): BargainVisit {
  const { project, session, lang } = call;
  return { project, session, lang, currency: currencyOfCountry(project, countryOf(call)) };
}
