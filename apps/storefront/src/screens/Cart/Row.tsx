import { CODES } from '@webpay/contract/codes';
import { refusedWith } from '../../api/failure.ts';
import { useConfigs } from '../../api/page.tsx';
import { unreachable } from '../../browser/unreachable.ts';
import { mostInRow } from '../../features/cart/cart-rules.ts';
import type { CartItem } from '../../features/cart/queries.ts';
import { Tick } from '../../features/cart/Tick.tsx';
import { useCountry } from '../../features/goods/country.ts';
import { limitText } from '../../features/goods/limit-text.ts';
import { findGoods } from '../../features/goods/queries.ts';
import { piecesGiven } from '../../features/goods/pieces.ts';
import { useMoney } from '../../features/goods/use-money.ts';
import { failureMessage } from '../../features/support/code-message.ts';
import { formatCountry, formatNumber } from '../../i18n/format.ts';
import { useLang, useText } from '../../i18n/text.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { Chip } from '../../ui/Chip/Chip.tsx';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/IconButton/IconButton.tsx';
import { Panel } from '../../ui/Panel/Panel.tsx';
import { GoodsImage } from '../../ui/GoodsImage/GoodsImage.tsx';
import { Stepper } from '../../ui/Stepper/Stepper.tsx';
import styles from './Cart.module.css';
import { useWholeDollars } from './LimitNote.tsx';
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
        tier={findGoods(basket.goods, id)?.tier ?? 3}
        picture={item.image}
        eager
      />
      <div className={styles.what}>
        <h2 className={styles.title}>{item.name}</h2>
        <Note item={item} basket={basket} />
        <div className={styles.price}>
          <span className={styles.money}>
            <b className="num">
              {money(item.price)}
              {marks === null && <Times count={item.count} />}
            </b>
            {item.was && <span className="num">{t('cart.was', { price: money(item.was) })}</span>}
          </span>
          {marks ? (
            <span className="num muted">{t('goods.times', { count: item.count })}</span>
          ) : (
            <Stepper
              label={item.name}
              value={item.count}
              max={mostInRow(item, basket.cart, basket.limits.cartLimit)}
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

/** How many a row buys, beside the price of one. */
function Times({ count }: { readonly count: number }) {
  const t = useText();
  const lang = useLang();
  if (count === 1) return null;
  return (
    <span className={styles.times}> {t('goods.times', { count: formatNumber(count, lang) })}</span>
  );
}

type NoteProps = Pick<RowProps, 'item' | 'basket'>;

/** Shows that the maximum is reached, the gain of the whole row, or the limit. */
function Note({ item, basket }: NoteProps) {
  const t = useText();
  const lang = useLang();
  const goods = findGoods(basket.goods, item.product_id);
  const doubled = goods?.first_purchase === 'doubled';
  const bonus = (goods?.bonus?.count ?? 0) * piecesGiven({ count: item.count, doubled });
  const isLimited = item.max < basket.limits.cartLimit;
  if (isLimited && item.count >= item.max) {
    return (
      <span role="status" className="cap">
        {t('goods.limited', { max: item.max })}
      </span>
    );
  }
  if (doubled || bonus > 0) {
    return (
      <span className={styles.gains}>
        {doubled && <Chip tone="gold">{t('goods.first_doubled')}</Chip>}
        {bonus > 0 && (
          <Chip tone="gold">{t('goods.bonus', { count: formatNumber(bonus, lang) })}</Chip>
        )}
      </span>
    );
  }
  return goods?.limit ? <span className="cap">{limitText(t, goods.limit)}</span> : null;
}

/** Renders an unavailable item with the reason (S09). */
export function GoneRow({ item, basket, marks }: RowProps) {
  const t = useText();
  const money = useMoney();
  const reason = useReason(item);
  const id = item.product_id;
  const reduce = t('cart.reduce', { max: item.max });
  return (
    <Panel className={styles.goneRow}>
      {marks && <Tick label={item.name} on={marks.isOn(id)} onChange={() => marks.toggle(id)} />}
      <GoodsImage
        size="thumb"
        tier={findGoods(basket.goods, id)?.tier ?? 1}
        picture={item.image}
        grey
      />
      <div className={styles.what}>
        <h3 className={styles.title}>
          {item.name}
          {item.count > 1 && ` ${t('goods.times', { count: item.count })}`}
        </h3>
        <div className={styles.price}>
          <b className="num">{money(item.price)}</b>
          <Chip tone="err">{reason}</Chip>
        </div>
        {item.reason === 'over_maximum' && marks === null && (
          <Button
            kind="ghost"
            size="small"
            onClick={() => basket.writer?.wish(item, item.max)}
            label={`${item.name}: ${reduce}`}
          >
            {reduce}
          </Button>
        )}
        <Refused item={item} basket={basket} />
      </div>
      {marks && <RemoveButton item={item} marks={marks} />}
    </Panel>
  );
}

function useReason(item: CartItem): string {
  const t = useText();
  const lang = useLang();
  const [country] = useCountry();
  switch (item.reason) {
    case 'no_price':
      return t('cart.no_price', { country: formatCountry(country, lang) });
    case 'limit_reached':
      return t('cart.limit_reached');
    case 'over_maximum':
      return t('cart.over_maximum', { max: item.max });
    case 'not_on_sale':
      return t('cart.not_on_sale');
    case undefined:
      return t(item.state === 'expired' ? 'cart.expired' : 'cart.not_on_sale');
    default:
      return unreachable(item.reason, 'reason');
  }
}

/** Explains why the last change of this item was reverted. */
function Refused({ item, basket }: NoteProps) {
  const t = useText();
  const configs = useConfigs();
  const wholeDollars = useWholeDollars();
  const refusal = basket.work.refused.get(item.product_id);
  if (refusal === undefined) return null;
  const { cartLimit: max, cartUsbLimit: dollars } = basket.limits;
  return (
    <p role="alert" className={styles.refused}>
      {refusedWith(refusal, CODES.CART_FULL)
        ? t('cart.full', { max })
        : refusedWith(refusal, CODES.CART_AMOUNT_LIMIT)
          ? t('cart.refused_amount', { limit: wholeDollars(dollars) })
          : failureMessage(t, refusal, configs)}
    </p>
  );
}

/** Removes the row at once; the toast can undo it. */
function RemoveButton({ item, marks }: { readonly item: CartItem; readonly marks: Marks }) {
  const t = useText();
  return (
    <IconButton
      icon="close"
      label={t('cart.remove', { name: item.name })}
      onClick={() => {
        focusBesideRow();
        marks.remove([item]);
      }}
    />
  );
}

/** Moves the focus to the next row's button, or to the heading, because the row disappears. */
function focusBesideRow(): void {
  const row = document.activeElement?.closest('li');
  if (!row) return;
  const beside = row.nextElementSibling ?? row.previousElementSibling;
  const next = beside?.querySelector('button') ?? document.querySelector<HTMLElement>('main h1');
  next?.focus();
}
