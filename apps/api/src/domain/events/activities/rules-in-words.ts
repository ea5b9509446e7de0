import type { EventRules } from '@webpay/contract/console/event-rules';
import { oddsOf } from '@webpay/contract/odds';
import type { Project, ProjectEvent } from '../../projects/catalogue-cache.ts';
import type { GivenItem } from '../../projects/project-data.ts';
import { textIn } from '../../projects/texts.ts';
import { bargainRules, type BargainRules } from '../bargain/rules.ts';
import { cumulationRules } from '../cumulation/rules.ts';
import { rulesOf } from '../kind.ts';
import { cardRules } from '../weekly-card/rules.ts';

type ItemsOf = (items: readonly GivenItem[]) => {
  readonly item_id: string;
  readonly name: string;
  readonly count: number;
}[];

/** Rules of an event as operators read them: English names, US cents. */
export function rulesInWords(project: Project, event: ProjectEvent): EventRules {
  const inEnglish = (texts: Parameters<typeof textIn>[0]) =>
    textIn(texts, 'en', project.lang_default);
  const itemsOf: ItemsOf = (items) =>
    items.map(({ item_id, name, count }) => ({ item_id, name: inEnglish(name), count }));
  const nameOf = (productId: string): string => {
    const product = project.products.get(productId);
    return product === undefined ? productId : inEnglish(product.data.name);
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
  itemsOf: ItemsOf,
  nameOf: (productId: string) => string,
): EventRules {
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
