import type { ConsoleInput, ConsoleResult } from '@webpay/contract/console/calls';
import type { Ctx } from '../../../context.ts';
import { bargainRules, type BargainRules } from '../../events/bargain/rules.ts';
import { oddsOf } from '@webpay/contract/odds';
import { cumulationRules } from '../../events/cumulation/rules.ts';
import { stateOf, type Window } from '../../events/days.ts';
import { rulesOf } from '../../events/kind.ts';
import { cardRules } from '../../events/weekly-card/rules.ts';
import type { Project, ProjectEvent } from '../../projects/catalogue-cache.ts';
import type { GivenItem } from '../../projects/project-data.ts';
import { inEnglish, projectName } from '../names.ts';
import { scopeOf, type Sees } from '../scope.ts';
import { roundsOfEvent } from './queries.ts';

type Listed = ConsoleResult<'events'>['items'][number];
type Rules = ConsoleResult<'event'>['rules'];

/** Rounds of an event that its page lists. */
const MOST_ROUNDS = 12;

/** Events of the operator's projects: the running ones, those that come, those that ended. */
export async function listEvents(
  ctx: Ctx,
  operator: Sees,
  { project }: ConsoleInput<'events'>,
): Promise<ConsoleResult<'events'>> {
  const scope = scopeOf(operator, project);
  const items = ctx.catalogue
    .projects()
    .filter(({ code }) => scope === null || scope.includes(code))
    .flatMap((each) => each.events.map((event) => rowOf(ctx, each, event)));
  const places = ['running', 'not_started', 'ended'];
  return {
    items: items.toSorted(
      (one, other) =>
        places.indexOf(one.round.state) - places.indexOf(other.round.state) ||
        one.round.starts_at - other.round.starts_at,
    ),
    now: ctx.clock.nowMs(),
  };
}

/** One event; null: there is none, or the operator does not see its project. */
export async function readEvent(
  ctx: Ctx,
  operator: Sees,
  { project: code, id }: ConsoleInput<'event'>,
): Promise<ConsoleResult<'event'> | null> {
  const found = findEvent(ctx, operator, code, id);
  if (found === null) return null;
  const { project, event } = found;
  const rounds = await ctx.db.many(roundsOfEvent, {
    project: code,
    eventId: id,
    most: MOST_ROUNDS,
  });
  return {
    ...rowOf(ctx, project, event),
    rules: rulesInWords(ctx, project, event),
    rounds: rounds.map(({ event_id, ...window }) => roundOf(ctx, event_id, window)),
    now: ctx.clock.nowMs(),
  };
}

/** An event that the catalogue lists, in a project that the operator sees. */
export function findEvent(ctx: Ctx, operator: Sees, code: string, id: string) {
  const scope = scopeOf(operator, code);
  if (scope !== null && !scope.includes(code)) return null;
  const project = ctx.catalogue.project(code);
  const event = project?.events.find(({ event_id }) => event_id === id);
  return project === null || event === undefined ? null : { project, event };
}

function rowOf(ctx: Ctx, project: Project, event: ProjectEvent): Listed {
  const { event_id: id, kind, data } = event;
  return {
    project: projectName(ctx, project.code),
    id,
    kind,
    title: inEnglish(ctx, project.code, data.title),
    round: roundOf(ctx, id, event),
  };
}

function roundOf(ctx: Ctx, id: string, window: Window): Listed['round'] {
  return {
    id,
    state: stateOf(window, ctx.clock.now()),
    starts_at: window.starts_at.getTime(),
    ends_at: window.ends_at.getTime(),
  };
}

function rulesInWords(ctx: Ctx, project: Project, event: ProjectEvent): Rules {
  const itemsOf = (items: readonly GivenItem[]) =>
    items.map(({ item_id, name, count }) => ({
      item_id,
      name: inEnglish(ctx, project.code, name),
      count,
    }));
  const nameOf = (productId: string): string => {
    const product = project.products.get(productId);
    return product === undefined ? productId : inEnglish(ctx, project.code, product.data.name);
  };
  if (event.kind === 'bargain') {
    return bargainInWords(rulesOf(event, bargainRules), itemsOf, nameOf);
  }
  if (event.kind === 'cumulation') {
    const { points_per_usd, tasks } = rulesOf(event, cumulationRules);
    return {
      kind: 'cumulation',
      points_per_usd,
      tasks: tasks.map(({ task_id, kind, goal, rewards }) => ({
        id: task_id,
        kind,
        goal,
        items: itemsOf(rewards),
      })),
    };
  }
  return {
    kind: 'card',
    cards: rulesOf(event, cardRules).cards.map((card) => ({
      id: card.card_id,
      name: nameOf(card.product_id),
      price: project.products.get(card.product_id)?.prices.get('USD') ?? null,
      boost_percent: card.boost_percent,
      days: card.days,
      items: itemsOf(card.daily),
      is_extended: card.again === 'adds_days',
    })),
  };
}

function bargainInWords(
  { coupon, packs, sign_in_minor, top_up, wheel }: BargainRules,
  itemsOf: (items: readonly GivenItem[]) => { item_id: string; name: string; count: number }[],
  nameOf: (productId: string) => string,
): Rules {
  const odds = oddsOf(wheel);
  return {
    kind: 'bargain',
    coupon: {
      from: coupon.from_minor,
      to: coupon.to_minor,
      step: coupon.step_minor,
      days: coupon.days,
    },
    packs: packs.map(({ pack_id, product_id, prices, worth_minor, min_minor }) => ({
      id: pack_id,
      name: nameOf(product_id),
      price: prices['USD'] ?? 0,
      worth: worth_minor,
      minimum: min_minor,
    })),
    sign_in: sign_in_minor,
    top_up: { at_least: top_up.at_least_minor, lowers: top_up.lowers_minor },
    wheel: wheel.map(({ weight, lowers_minor, item }, index) => ({
      weight,
      lowers: lowers_minor,
      items: item === null ? [] : itemsOf([item]),
      odds_percent: odds[index] ?? 0,
    })),
  };
}
