import { stateOf } from '../days.ts';
import { rulesOf } from '../kind.ts';
import { windowOf } from '../../projects/event-window.ts';
import type { ListedEvent } from '../../projects/queries.ts';
import { cumulationRules, type CumulationRules } from '../cumulation/rules.ts';
import { cardRules, type CardRules } from '../weekly-card/rules.ts';

/**
 * The promise to players of a running round that other rules would break, in a sentence; null: none. Coupons of a bargain
 * keep their rules, so its rules are free. Goals and cards are shown before they are reached or bought.
 */
export function brokenPromise(
  before: readonly ListedEvent[],
  after: readonly ListedEvent[],
  countries: readonly string[],
  now: Date,
): string | null {
  for (const event of before) {
    if (stateOf(event, now) !== 'running') continue;
    const next = after.find(({ event_id }) => event_id === event.event_id);
    const broken =
      next === undefined
        ? 'it would vanish'
        : (closedCountry(event, next, countries, now) ?? brokenRule(event, next));
    if (broken !== null) {
      const until = event.ends_at.toISOString().slice(0, 16).replace('T', ' ');
      return `${event.data.title['en'] ?? event.event_id} runs until ${until} UTC: ${broken}.`;
    }
  }
  return null;
}

/** A country of the project whose running window would vanish. A second person may let it end earlier. */
function closedCountry(
  before: ListedEvent,
  after: ListedEvent,
  countries: readonly string[],
  now: Date,
): string | null {
  if (after.windows === null) return null;
  const closed = after.windows;
  for (const country of countries) {
    const was = before.windows === null ? before : windowOf(before.windows, country);
    if (was === null || windowOf(closed, country) !== null) continue;
    const window = { starts_at: new Date(was.starts_at), ends_at: new Date(was.ends_at) };
    if (stateOf(window, now) !== 'running') continue;
    return `it would be shut in ${country}. Pause it to end it for all`;
  }
  return null;
}

function brokenRule(before: ListedEvent, after: ListedEvent): string | null {
  switch (before.kind) {
    case 'bargain':
      return null;
    case 'cumulation':
      return lostOfGoals(rulesOf(before, cumulationRules), rulesOf(after, cumulationRules));
    case 'card':
      return lostOfCards(rulesOf(before, cardRules), rulesOf(after, cardRules));
  }
}

function lostOfGoals(before: CumulationRules, after: CumulationRules): string | null {
  if (after.points_per_usd < before.points_per_usd) {
    return `points for a dollar would fall from ${before.points_per_usd} to ${after.points_per_usd}`;
  }
  for (const { task_id: id, kind, goal, rewards } of before.tasks) {
    const task = after.tasks.find((each) => each.task_id === id && each.kind === kind);
    if (task === undefined) return `${id} would vanish`;
    if (task.goal > goal) return `the goal of ${id} would rise from ${goal} to ${task.goal}`;
    const lost = lostItem(rewards, task.rewards);
    if (lost !== null) return `${id} would give ${lost}`;
  }
  return null;
}

function lostOfCards(before: CardRules, after: CardRules): string | null {
  for (const { card_id: id, boost_percent: boost, days, daily } of before.cards) {
    const card = after.cards.find((each) => each.card_id === id);
    if (card === undefined) return `the card ${id} would vanish`;
    if (card.days < days) return `days of ${id} would fall from ${days} to ${card.days}`;
    if (card.boost_percent < boost) {
      return `the boost of ${id} would fall from ${boost} % to ${card.boost_percent} %`;
    }
    const lost = lostItem(daily, card.daily);
    if (lost !== null) return `${id} would give ${lost} a day`;
  }
  return null;
}

type Given = readonly { readonly item_id: string; readonly count: number }[];

function lostItem(before: Given, after: Given): string | null {
  const piecesOf = (items: Given, id: string) =>
    items.reduce((sum, { item_id, count }) => (item_id === id ? sum + count : sum), 0);
  for (const { item_id: id } of before) {
    const [was, is] = [piecesOf(before, id), piecesOf(after, id)];
    if (is < was) return `${is} ${id} instead of ${was}`;
  }
  return null;
}
