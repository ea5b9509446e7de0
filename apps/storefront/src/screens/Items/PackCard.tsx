import type { Goods } from '@webpay/contract/calls';
import { serverNow } from '../../api/call.ts';
import { Contents } from '../../features/goods/Contents.tsx';
import { limitLine, ribbonOf } from '../../features/goods/goods-text.ts';
import { Mark } from '../../features/goods/Mark.tsx';
import { isForSale } from '../../features/goods/selection.ts';
import { useMoney } from '../../features/goods/use-money.ts';
import { useLang, useText } from '../../i18n/text.tsx';
import { cardClass } from '../../ui/Card/card-class.ts';
import { Chip } from '../../ui/Chip/Chip.tsx';
import { cx } from '../../ui/cx.ts';
import { GoodsImage } from '../../ui/GoodsImage/GoodsImage.tsx';
import styles from './PackCard.module.css';

/** Renders a pack over the column's whole width: picture, contents, price. */
export function PackCard(props: {
  readonly goods: Goods;
  readonly selected: boolean;
  readonly eager: boolean;
  readonly onSelect: (goods: Goods) => void;
}) {
  const { goods, selected } = props;
  const t = useText();
  const lang = useLang();
  const money = useMoney();
  const sells = isForSale(goods);
  const limit = limitLine(goods, { t, lang, nowMs: serverNow() });
  return (
    <article
      className={cx(cardClass, styles.card, selected && styles.selected, !sells && styles.gone)}
    >
      <div className={styles.stage}>
        <GoodsImage
          size="fill"
          tier={goods.tier}
          picture={goods.image}
          ribbon={ribbonOf(goods, t)}
          rays={goods.tier >= 4}
          pedestal
          grey={!sells}
          eager={props.eager}
        />
      </div>
      <div className={styles.text}>
        <div className={styles.head}>
          <h2>{goods.name}</h2>
          {limit && <Chip tone={sells ? 'gold' : 'warn'}>{limit}</Chip>}
        </div>
        {goods.description && <p className="muted">{goods.description}</p>}
        <Contents goods={goods} />
        <div className={styles.price}>
          <b className="num">{money(goods.price)}</b>
          {sells && <Mark on={selected} />}
        </div>
      </div>
      {sells && (
        <button
          type="button"
          className={styles.cover}
          aria-pressed={selected}
          aria-label={`${t('items.worth', { name: goods.name })}, ${money(goods.price)}`}
          onClick={() => props.onSelect(goods)}
        />
      )}
    </article>
  );
}
