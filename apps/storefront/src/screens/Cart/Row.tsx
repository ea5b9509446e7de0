import { mostInRow } from '../../features/cart/cart-rules.ts';
import type { CartItem } from '../../features/cart/queries.ts';
import { Tick } from '../../features/cart/Tick.tsx';
import { bonusText } from '../../features/goods/goods-text.ts';
import { limitText } from '../../features/goods/limit-text.ts';
import { findGoods } from '../../features/goods/queries.ts';
import { tierOf } from '../../features/goods/tier.ts';
import { useMoney } from '../../features/goods/use-money.ts';
import { useLang, useText } from '../../i18n/text.tsx';
import { Chip } from '../../ui/Chip/Chip.tsx';
import { cx } from '../../ui/cx.ts';
import { Panel } from '../../ui/Panel/Panel.tsx';
import { GoodsImage } from '../../ui/GoodsImage/GoodsImage.tsx';
import { Stepper } from '../../ui/Stepper/Stepper.tsx';
import styles from './Cart.module.css';
import { Refused } from './Refused.tsx';
import { RemoveButton } from './RemoveButton.tsx';
import type { FilledBasket } from './use-basket.ts';
import type { Marks } from './use-marks.ts';

type RowProps = {
  readonly item: CartItem;
  readonly basket: FilledBasket;
  /** Not null in edit mode. */
  readonly marks: Marks | null;
};

export function Row({ item, basket, marks }: RowProps) {
  const t = useText();
  const money = useMoney();
  const id = item.product_id;
  const chosen = marks ?? basket.ticks;
  return (
    <Panel className={cx(styles.row, item.was && styles.changed)}>
      <Tick label={item.name} on={chosen.isOn(id)} onChange={() => chosen.toggle(id)} />
      <GoodsImage
        size="thumb"
        tier={tierOf(findGoods(basket.goods, id)?.tier ?? 3)}
        picture={item.image}
        eager
      />
      <div className={styles.what}>
        <h2 className={styles.title}>{item.name}</h2>
        <Note item={item} basket={basket} />
        <div className={styles.price}>
          <span className={styles.money}>
            <b className="num">{money(item.price)}</b>
            {item.was && <span className="num">{t('cart.was', { price: money(item.was) })}</span>}
          </span>
          {marks ? (
            <span className="num muted">{t('goods.times', { count: item.count })}</span>
          ) : (
            <Stepper
              label={item.name}
              value={item.count}
              max={mostInRow(item, basket.cart)}
              onChange={(count) => basket.writer?.wish(item, count)}
            />
          )}
        </div>
        <Refused item={item} basket={basket} />
      </div>
      {marks && <RemoveButton item={item} marks={marks} />}
    </Panel>
  );
}

type NoteProps = Pick<RowProps, 'item' | 'basket'>;

/** Shows that the maximum is reached, the bonus, or the limit. */
function Note({ item, basket }: NoteProps) {
  const t = useText();
  const lang = useLang();
  const goods = findGoods(basket.goods, item.product_id);
  const bonus = goods && bonusText(goods, { t, lang });
  const isLimited = item.max < basket.cart.limits.cart_limit;
  if (isLimited && item.count >= item.max) {
    return (
      <span role="status" className="cap">
        {t('goods.limited', { max: item.max })}
      </span>
    );
  }
  if (bonus) return <Chip tone="gold">{bonus}</Chip>;
  return goods?.limit ? <span className="cap">{limitText(t, goods.limit)}</span> : null;
}
