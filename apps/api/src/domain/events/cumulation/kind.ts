import { dayOf } from '../days.ts';
import type { Project } from '../../projects/catalogue-cache.ts';
import { openCountries } from '../../projects/event-window.ts';
import { createSharedViews } from '../../projects/shared-views.ts';
import { itemsIn, textsIn } from '../../projects/texts.ts';
import { eventKind, rulesOf } from '../kind.ts';
import { progressOf } from './progress.ts';
import { playerRecord } from './queries.ts';
import { cumulationFile, cumulationRules, type CumulationRules } from './rules.ts';

/** F09: rewards for top-ups during the event, by points, by days, and by the points of a day. */
export const cumulation = eventKind({
  kind: 'cumulation',
  file: cumulationFile,
  screen: '/activity/cumulation',
  glance: async (ctx, { session, project, event, lang }) => {
    const { starts_at: startsAt, ends_at: endsAt, event_id: eventId } = event;
    const playerId = session.player_id;
    const countries = openCountries(event.windows);
    const record = await ctx.db.one(playerRecord, {
      playerId,
      startsAt,
      endsAt,
      countries,
      eventId,
    });
    const rules = rulesOf(event, cumulationRules);
    const at = { today: dayOf(ctx.clock.now()), isRunning: true };
    const { gathered, tasks } = progressOf(rules, record, at);
    const text = textsIn(project, lang);
    return {
      ready: tasks.filter(({ state }) => state === 'claimable').length,
      reward_points: {
        points: gathered.points,
        points_per_usd: rules.points_per_usd,
        goals: tasks
          .filter(({ task }) => task.kind === 'points')
          .map(({ task: { goal, rewards }, state }) => {
            return { goal, rewards: itemsIn(rewards, text), state };
          })
          .toSorted((a, b) => a.goal - b.goal),
        usd_minor: dollarPrices(project, '', () => pricesOf(project)),
      },
    };
  },
  read: async (given, reader): Promise<CumulationRules> => {
    const ids = given.tasks.map((each) => each.task_id);
    const repeated = ids.find((each, index) => ids.indexOf(each) !== index);
    if (repeated !== undefined) reader.refuse(repeated, 'stands there twice');
    return {
      points_per_usd: given.points_per_usd,
      tasks: given.tasks.map((each) => ({ ...each, rewards: each.rewards.map(reader.item) })),
    };
  },
});

const dollarPrices = createSharedViews<Readonly<Record<string, number>>>(1);

/** Prices of goods on sale; a bargain's pack has a price per player. */
function pricesOf({ products }: Project): Readonly<Record<string, number>> {
  return Object.fromEntries(
    [...products.values()].flatMap(({ product_id, kind, on_sale, prices }) => {
      const price = prices.get('USD');
      return on_sale && kind !== 'bargain' && price !== undefined ? [[product_id, price]] : [];
    }),
  );
}
