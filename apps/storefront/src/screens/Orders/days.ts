import type { OrderEntry } from '@webpay/contract/calls';
import { formatDate } from '../../i18n/format.ts';
import { langTag, type Lang } from '../../i18n/languages.ts';

/** Groups the list by days of the reader's time zone, in its order. */
export function daysOf(list: readonly OrderEntry[], nowMs: number, lang: Lang) {
  const byDay = new Map<string, OrderEntry[]>();
  for (const order of list) {
    const key = dayKey(order.created_at);
    byDay.set(key, [...(byDay.get(key) ?? []), order]);
  }
  return [...byDay].map(([key, orders]) => ({
    key,
    name: dayName(orders[0]?.created_at ?? nowMs, nowMs, lang),
    orders,
  }));
}

const dayKey = (ms: number) => new Date(ms).toDateString();

/** Returns "Today", "Yesterday", or the date. */
function dayName(ms: number, nowMs: number, lang: Lang): string {
  const yesterday = new Date(nowMs);
  yesterday.setDate(yesterday.getDate() - 1);
  const back = [yesterday.toDateString(), dayKey(nowMs)].indexOf(dayKey(ms)) - 1;
  if (back === -2) return formatDate(ms, lang);
  const tag = langTag(lang);
  const word = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }).format(back, 'day');
  return word.charAt(0).toLocaleUpperCase(tag) + word.slice(1);
}
