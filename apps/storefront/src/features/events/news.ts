import type { CallResult } from '@webpay/contract/calls';

type Activity = CallResult<'productLists'>['activities'][number];
type Entry = CallResult<'activityList'>[number];

/** An event as shelf and home show it; what only its player knows of it comes later. */
export type EventNews = Activity & Partial<Pick<Entry, 'badge' | 'notice'>>;

/** The events of a shelf with what is known of them by now; behind them those that are still to begin. */
export function withNews(
  activities: readonly Activity[],
  news: readonly Entry[] | undefined,
): readonly EventNews[] {
  if (news === undefined) return activities;
  const running = activities.map((each) => news.find(({ id }) => id === each.id) ?? each);
  const coming = news.filter((each) => !activities.some(({ id }) => id === each.id));
  return [...running, ...coming];
}

/** The one event that a shelf shows: one that waits for its player, else the one that ends first. */
export function promoOf(events: readonly EventNews[]): EventNews | undefined {
  return events.find(({ badge }) => badge) ?? events[0];
}
