import { overBy } from '../../features/cart/cart-rules.ts';
import { useMoney } from '../../features/goods/use-money.ts';
import { formatMoney } from '../../i18n/format.ts';
import { useLang, useText } from '../../i18n/text.tsx';
import { Notice } from '../../ui/Notice/Notice.tsx';
import type { FilledBasket } from './use-basket.ts';

/** Says that nothing more fits, or that too much is ticked (V05); silent below the limits. */
export function LimitNote({ basket }: { readonly basket: FilledBasket }) {
  const warning = useLimitWarning(basket);
  return (
    <div role="status">
      {warning && (
        <Notice tone={warning.isOver ? 'err' : 'warn'}>
          <span data-limit tabIndex={-1}>
            {warning.text}
          </span>
        </Notice>
      )}
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
  const over = overBy(basket.usd, dollars);
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
