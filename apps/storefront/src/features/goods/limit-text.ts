import type { Goods } from '@webpay/contract/calls';
import { formatDate } from '../../i18n/format.ts';
import { langTag, type Lang } from '../../i18n/languages.ts';
import type { MessageId, Translate } from '../../i18n/text.tsx';

const DAY_MS = 86_400_000;

type Limit = NonNullable<Goods['limit']>;

const LIMIT_TEXTS: Readonly<Record<Limit['period'], MessageId>> = {
  once: 'goods.limit_once',
  day: 'goods.limit_day',
  week: 'goods.limit_week',
  month: 'goods.limit_month',
};

/** "2 per account", "3 a week". */
export function limitText(t: Translate, limit: Limit): string {
  return t(LIMIT_TEXTS[limit.period], { max: limit.max });
}

/** Time at which a used-up limit resets (ms, UTC: days from 00:00, weeks from Monday). */
export function limitResetMs(period: Limit['period'], nowMs: number): number | null {
  const now = new Date(nowMs);
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  switch (period) {
    case 'once':
      return null;
    case 'day':
      return today + DAY_MS;
    case 'week':
      return today + (7 - ((now.getUTCDay() + 6) % 7)) * DAY_MS;
    case 'month':
      return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  }
}

/** "Bought · back Monday", or "Bought" for a limit of once. */
export function boughtText(t: Translate, limit: Limit, nowMs: number, lang: Lang): string {
  const back = limitResetMs(limit.period, nowMs);
  if (back === null) return t('goods.bought');
  const soon = back - nowMs < 7 * DAY_MS;
  const day = soon
    ? new Intl.DateTimeFormat(langTag(lang), { weekday: 'long', timeZone: 'UTC' }).format(back)
    : formatDate(back, lang, 'day', 'UTC');
  return t('goods.bought_back', { day });
}
