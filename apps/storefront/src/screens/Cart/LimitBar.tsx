import { toMinor } from '@webpay/contract/money';
import { overBy } from '../../features/cart/cart-rules.ts';
import { useMoney } from '../../features/goods/use-money.ts';
import { formatMoney } from '../../i18n/format.ts';
import { useLang, useText } from '../../i18n/text.tsx';
import { cx } from '../../ui/cx.ts';
import { Notice } from '../../ui/Notice/Notice.tsx';
import styles from './Cart.module.css';
import type { FilledBasket } from './use-basket.ts';

/** Shows the used share of the cart's limits, and advice where nothing more fits (V05). */
export function LimitBar({ basket }: { readonly basket: FilledBasket }) {
  const t = useText();
  const money = useMoney();
  const wholeDollars = useWholeDollars();
  const warning = useLimitWarning(basket);
  const { limits } = basket;
  const { count } = basket.cart;
  const usd = basket.usd.all;
  const used = Math.max(
    count / limits.cartLimit,
    usd === null ? 0 : toMinor(usd) / (limits.cartUsbLimit * 100),
  );
  const percent = Math.min(100, Math.round(used * 100));
  const text = [
    t('cart.limit_items', { count, max: limits.cartLimit }),
    usd && t('cart.limit_money', { amount: money(usd), max: wholeDollars(limits.cartUsbLimit) }),
  ]
    .filter(Boolean)
    .join(' · ');

  return (
    <div className={styles.limit}>
      <div className={styles.limitText}>
        <span className="cap">{t('cart.limit')}</span>
        <span className="cap num">{text}</span>
      </div>
      <div
        role="progressbar"
        aria-label={t('cart.limit')}
        aria-valuenow={percent}
        aria-valuetext={text}
        className={cx(styles.track, warning && styles.fullTrack)}
      >
        <span style={{ inlineSize: `${percent}%` }} />
      </div>
      <div role="status">
        {warning && (
          <Notice tone={warning.isOver ? 'err' : 'warn'}>
            <span data-limit tabIndex={-1}>
              {warning.text}
            </span>
          </Notice>
        )}
      </div>
    </div>
  );
}

/** Full: nothing more goes in. Over: the ticked items cannot be checked out. */
export function useLimitWarning(basket: FilledBasket) {
  const t = useText();
  const money = useMoney();
  const wholeDollars = useWholeDollars();
  const { count } = basket.cart;
  const { cartLimit: max, cartUsbLimit: dollars } = basket.limits;
  const ticked = basket.ticked.reduce((sum, item) => sum + item.count, 0);
  const over = overBy(basket.usd.ticked, dollars);
  if (over !== null) {
    const values = { limit: wholeDollars(dollars), over: money(over) };
    return { text: t('cart.over_amount', values), isOver: true };
  }
  if (ticked > max)
    return { text: t('cart.over_items', { over: ticked - max, max }), isOver: true };
  return count >= max ? { text: t('cart.full', { max }), isOver: false } : null;
}

/** Formats whole dollars of limits (V05): "$1,000". */
export function useWholeDollars(): (dollars: number) => string {
  const lang = useLang();
  return (dollars) => formatMoney({ amount: String(dollars), currency: 'USD' }, lang);
}
