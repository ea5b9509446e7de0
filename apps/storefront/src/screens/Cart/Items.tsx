import { Tick } from '../../features/cart/Tick.tsx';
import { useText } from '../../i18n/text.tsx';
import styles from './Cart.module.css';
import { Row } from './Row.tsx';
import type { FilledBasket } from './use-basket.ts';
import type { Marks } from './use-marks.ts';

/** Lists items for sale, ticked for the checkout or, in edit mode, for removal. */
export function Items(props: { readonly basket: FilledBasket; readonly marks: Marks | null }) {
  const { basket, marks } = props;
  const { buyable, ticks, ticked } = basket;
  const t = useText();
  if (buyable.length === 0) return null;
  return (
    <>
      {marks === null && (
        // On wide screens the bottom bar, which has the same control, is hidden.
        <div className={styles.allWide}>
          <Tick
            label={t('cart.select_all')}
            on={ticked.length === buyable.length}
            onChange={() => ticks.toggleAll(buyable.map(({ product_id }) => product_id))}
          />
          <span aria-hidden="true">{t('cart.select_all')}</span>
        </div>
      )}
      <ul className="stack" aria-label={t('cart.list')}>
        {buyable.map((item) => (
          <li key={item.product_id}>
            <Row item={item} basket={basket} marks={marks} />
          </li>
        ))}
      </ul>
    </>
  );
}
