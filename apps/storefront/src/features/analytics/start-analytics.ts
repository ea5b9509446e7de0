import type { Configs } from '@webpay/contract/calls';
import { answers } from '../../api/call.ts';
import { storage } from '../../browser/storage.ts';
import { createCounter, type ShopEvent } from './ecommerce.ts';
import { loadScript, scriptAddress } from './scripts.ts';
import { seen } from './seen.ts';

declare global {
  interface Window {
    dataLayer?: object[];
  }
}

let isRunning = false;

export function isCounting(): boolean {
  return isRunning;
}

/** Starts the project's visitor statistics and tag manager (A04). */
export function startAnalytics(project: string, { analytics }: Pick<Configs, 'analytics'>): void {
  if (isRunning) return;
  isRunning = true;
  const statistics = scriptAddress(analytics.statistics_src, analytics.statistics_id);
  const tag = scriptAddress(analytics.tag_src, analytics.tag_id);
  if (tag !== null) {
    push({ 'gtm.start': Date.now(), event: 'gtm.js', page_location: placeOf(window.location) });
    connectTagManager(project);
    loadScript(document, tag);
  }
  if (statistics !== null) loadScript(document, statistics);
}

function connectTagManager(project: string): void {
  const counter = createCounter({
    read: () => storage.read('ordersMade', project) ?? [],
    write: (orderIds) => storage.write('ordersMade', orderIds, project),
  });
  const report = (events: readonly ShopEvent[]) => {
    for (const event of events) {
      // Clears the previous event's data, as GA4 advises.
      push({ ecommerce: null });
      push({ ...event, page_location: placeOf(window.location) });
    }
  };
  answers.listen((answer) => report(counter.answered(answer, window.location.pathname)));
  seen.listen((view) => report(counter.seen(view)));
}

/** The tag manager replaces this array's push, which may throw. */
function push(entry: object): void {
  try {
    window.dataLayer ??= [];
    window.dataLayer.push(entry);
  } catch {
    // A counting error never stops a purchase.
  }
}

/** Omits query and fragment, which may hold an order token. */
function placeOf({ origin, pathname }: Location): string {
  return origin + pathname;
}
