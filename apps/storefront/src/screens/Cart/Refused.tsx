import { CODES } from '@webpay/contract/codes';
import { refusedWith } from '../../api/failure.ts';
import type { CartItem } from '../../features/cart/queries.ts';
import { useConfigs } from '../../api/page.tsx';
import { failureMessage } from '../../features/support/code-message.ts';
import { useText } from '../../i18n/text.tsx';
import styles from './Cart.module.css';
import type { FilledBasket } from './use-basket.ts';
import { useWholeDollars } from './use-whole-dollars.ts';

/** Explains why the last change of this item was reverted. */
export function Refused(props: { readonly item: CartItem; readonly basket: FilledBasket }) {
  const { item, basket } = props;
  const t = useText();
  const configs = useConfigs();
  const wholeDollars = useWholeDollars();
  const refusal = basket.work.refused.get(item.product_id);
  if (refusal === undefined) return null;
  const { cart_limit: max, cart_usd_limit: dollars } = basket.cart.limits;
  const sentence = refusedWith(refusal, CODES.CART_FULL)
    ? t('cart.full', { max })
    : refusedWith(refusal, CODES.CART_AMOUNT_LIMIT)
      ? t('cart.refused_amount', { limit: wholeDollars(dollars) })
      : failureMessage(t, refusal, configs);
  return (
    <p role="alert" className={styles.refused}>
      {sentence}
    </p>
  );
}
