import { CODES } from '@webpay/contract/codes';
import { refusedWith } from '../../api/failure.ts';
import { formatMoney } from '../../i18n/format.ts';
import type { Lang } from '../../i18n/languages.ts';
import type { MessageId, Translate } from '../../i18n/text.tsx';

const TEXTS: Readonly<Record<string, MessageId>> = {
  order: 'payment.sum_order',
  day: 'payment.sum_day',
  first_day: 'payment.sum_first_day',
};

/** The message of an order above a sum limit (20008), with its amounts; null for any other failure. */
export function sumLimitMessage(t: Translate, lang: Lang, failure: unknown): string | null {
  if (!refusedWith(failure, CODES.CART_AMOUNT_LIMIT)) return null;
  // Verified by the next lines.
  const { limit, max, left } = (failure.result ?? {}) as {
    limit?: unknown;
    max?: unknown;
    left?: { amount?: unknown } | null;
  };
  const text = typeof limit === 'string' ? TEXTS[limit] : undefined;
  const amount = left?.amount;
  if (text === undefined || typeof max !== 'number' || typeof amount !== 'string') return null;
  const dollars = (of: string) => formatMoney({ amount: of, currency: 'USD' }, lang);
  return t(text, { max: dollars(String(max)), left: dollars(amount) });
}
