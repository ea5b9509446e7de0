import type { Goods } from '@webpay/contract/calls';
import { memo } from 'react';
import { serverNow } from '../../api/call.ts';
import { formatNumber } from '../../i18n/format.ts';
import { RichText, useLang, useText } from '../../i18n/text.tsx';
import { paths } from '../../router/paths.ts';
import { cardClass } from '../../ui/Card/card-class.ts';
import { cx } from '../../ui/cx.ts';
import { letters, lettersOfLine } from '../../ui/word-width.ts';
import { GoodsImage } from '../../ui/GoodsImage/GoodsImage.tsx';
import { useProject } from '../../api/page.tsx';
import { Link } from '../../router/Link.tsx';
import { useMoney } from './use-money.ts';
import styles from './GoodsCard.module.css';
import { gainOf } from './gain.ts';
import { badgeText, bonusText, cardName, limitLine, ribbonOf, totalText } from './goods-text.ts';
import { Mark } from './Mark.tsx';
import { isElsewhere, isForSale } from './selection.ts';

type GoodsCardProps = {
  readonly goods: Goods;
  readonly selected: boolean;
  /** Its contents show beside the goods. */
  readonly opened: boolean;
  /** The card is in the first screen: loads its picture at once. */
  readonly eager: boolean;
  readonly onSelect?: (goods: Goods) => void;
  readonly onOpen?: (goods: Goods) => void;
  /** Leads there instead. */
  readonly to?: string;
};

/** One card of the goods list: a tap selects a top-up, opens a pack, or leads to the card's page. */
export const GoodsCard = memo(function GoodsCard(props: GoodsCardProps) {
  const { goods, selected } = props;
  const t = useText();
  const lang = useLang();
  const money = useMoney();
  const project = useProject();
  const speech = { t, lang, money, nowMs: serverNow() };
  const price = money(goods.price);
  const name = totalText(goods, speech);
  const to = props.to ?? (isElsewhere(goods) ? paths.card(project) : null);
  const leads = to !== null;
  const sells = isForSale(goods);
  // Goods that cannot be bought still open, to show what they are and when they return.
  const opens = goods.kind !== 'topup' || !sells;
  const isGone = !sells && !leads;
  const gain = gainOf(goods);
  const badge = badgeText(goods, speech);
  const bonus = gain === null ? bonusText(goods, speech) : null;
  const limit = limitLine(goods, speech);
  const face = (
    <>
      {/* Screen readers get one sentence instead of the visible parts. */}
      <span className="sr-only">{cardName(goods, speech)}</span>
      <span className={styles.seen} aria-hidden="true">
        <GoodsImage
          tier={goods.tier}
          picture={goods.image}
          ribbon={ribbonOf(goods, t)}
          grey={isGone}
          eager={props.eager}
        >
          {badge && <span className={cx('num', styles.badge)}>{badge}</span>}
        </GoodsImage>
        <span className={cx('grow', styles.text)}>
          <b className={styles.name} style={letters(name)}>
            {name}
          </b>
          {gain && (
            <span className={cx('num', styles.inGame)}>
              <RichText
                id="goods.in_game"
                values={{ count: formatNumber(gain.inGame, lang) }}
                parts={[<s key="count" />]}
              />
            </span>
          )}
          {bonus && <span className={styles.bonus}>{bonus}</span>}
          {limit && <span className={styles.limit}>{limit}</span>}
        </span>
        <span className={styles.price} style={lettersOfLine(price)}>
          <span className="num">{price}</span>
          {sells && !props.to && <Mark on={selected} isGhost={opens} />}
          {leads && <Mark leads />}
        </span>
      </span>
    </>
  );

  return (
    <div
      className={cx(
        cardClass,
        styles.card,
        selected && styles.selected,
        props.opened && styles.opened,
        isGone && styles.gone,
      )}
    >
      {to !== null ? (
        <Link className={styles.face} to={to}>
          {face}
        </Link>
      ) : (
        <button
          type="button"
          className={styles.face}
          aria-pressed={opens ? undefined : selected}
          aria-haspopup={opens ? 'dialog' : undefined}
          aria-expanded={props.opened || undefined}
          onClick={() => (opens ? props.onOpen : props.onSelect)?.(goods)}
        >
          {face}
        </button>
      )}
      {sells && opens && !props.to && (
        <button
          type="button"
          className={styles.add}
          aria-label={t('goods.select', { name: goods.name })}
          aria-pressed={selected}
          onClick={() => props.onSelect?.(goods)}
        >
          <Mark on={selected} />
        </button>
      )}
    </div>
  );
});
