import { timesCount } from '../goods/money.ts';
import { bonusText, ribbonOf } from '../goods/goods-text.ts';
import { useMoney } from '../goods/use-money.ts';
import { useLang, useText } from '../../i18n/text.tsx';
import { GoodsImage } from '../../ui/GoodsImage/GoodsImage.tsx';
import styles from './BuySheet.module.css';
import type { Line } from './lines.ts';

/** Items and prices above the question for the character. */
export function BuyLines({ lines }: { readonly lines: readonly Line[] }) {
  const t = useText();
  const lang = useLang();
  const money = useMoney();
  return (
    <ul className={styles.lines} aria-label={t('goods.order_title')}>
      {lines.map(({ goods, count }) => (
        <li key={goods.product_id} className="row">
          <GoodsImage size="icon" tier={goods.tier} picture={goods.image} />
          <div className="grow">
            <b>
              {goods.name}
              {count > 1 && ` ${t('goods.times', { count })}`}
            </b>
            {goods.bonus && <span className="cap">{bonusText(goods, { t, lang })}</span>}
            {goods.first_purchase && <span className="cap">{ribbonOf(goods, t)}</span>}
          </div>
          <b className="num">{money(timesCount(goods.price, count))}</b>
        </li>
      ))}
    </ul>
  );
}
