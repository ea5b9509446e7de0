import { runningActivities } from '../../domain/events/activities/running.ts';
import { seenByPlayer, seenByVisitor } from '../../domain/events/country.ts';
import { listOffers } from '../../domain/events/bargain/list-offers.ts';
import { boostOf } from '../../domain/events/weekly-card/cards-of.ts';
import { currencyOfCountry, listChannels } from '../../domain/catalog/channels.ts';
import { findGoodsSession, listGoods, shelfOf } from '../../domain/catalog/list-goods.ts';
import { listPrices } from '../../domain/catalog/list-prices.ts';
import { type StoreRoutes, countryOf, serve, serveWith, whereaboutsIn } from './route.ts';

export function registerCatalogCalls(routes: StoreRoutes): void {
  serveWith(routes, findGoodsSession, {
    productLists: async (ctx, call) => {
      const { project, session, input, lang } = call;
      const now = ctx.clock.now();
      const country = countryOf(call);
      const at = whereaboutsIn(call);
      const { project: seen } = await seenByPlayer(ctx.db, project, session, at);
      const shelf = listGoods(project, session.held, {
        country,
        lang,
        activities: runningActivities(seen, lang, now),
        event: input.event ?? null,
        boostPercent: session.has_cards ? await boostOf(ctx.db, session.player_id, now) : 0,
      });
      if (input.event === undefined && session.last) return { ...shelf, last: session.last };
      if (input.event !== 'bargain') return shelf;
      const currency = currencyOfCountry(project, country);
      return listOffers(ctx, { project: seen, session, lang, currency }, shelf);
    },
  });
  serve(routes, {
    productShelf: (ctx, call) => {
      const { project, lang } = call;
      const seen = seenByVisitor(project, whereaboutsIn(call));
      const activities = runningActivities(seen, lang, ctx.clock.now());
      return shelfOf(project, { country: countryOf(call), lang, activities });
    },
    productPrices: (_ctx, call) =>
      listPrices(call.project, [...new Set(call.input.product_ids)], countryOf(call)),
    payChannels: async (ctx, call) => {
      const country = countryOf(call);
      return { country, channels: await listChannels(ctx, call.project, country, call.lang) };
    },
  });
}
