import type { Goods, Role } from '@webpay/contract/calls';
import { useState } from 'react';
import { serverNow } from '../../api/call.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useLang, useText } from '../../i18n/text.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { Chip } from '../../ui/Chip/Chip.tsx';
import { IconButton } from '../../ui/IconButton/IconButton.tsx';
import { Notice } from '../../ui/Notice/Notice.tsx';
import { GoodsImage } from '../../ui/GoodsImage/GoodsImage.tsx';
import { Stepper } from '../../ui/Stepper/Stepper.tsx';
import { timesCount } from '../goods/money.ts';
import { useMoney } from '../goods/use-money.ts';
import { ContentLine, Contents } from '../goods/Contents.tsx';
import styles from './GoodsPopup.module.css';
import { badgeText, limitLine, ribbonOf } from '../goods/goods-text.ts';
import { limitText } from '../goods/limit-text.ts';
import { isForSale, mostOf } from '../goods/selection.ts';
import { ItemFrame, useItemInPane } from './ItemFrame.tsx';
import { useArrowKeys } from './use-arrow-keys.ts';

type GoodsPopupProps = {
  /** null: closed. The last goods stay during the closing animation. */
  readonly goods: Goods | null;
  readonly onClose: () => void;
  readonly onBuy: (goods: Goods, count: number) => void;
  /** null: the project has no cart. */
  readonly cart: { readonly isBusy: boolean } | null;
  readonly onAdd: (goods: Goods, count: number) => void;
  /** The recipient, once known. */
  readonly role: Role | undefined;
};

/** Contents, quantity and Buy now (R07). */
export function GoodsPopup(props: GoodsPopupProps) {
  const { goods } = props;
  const [shown, setShown] = useState(goods);
  if (goods !== null && goods !== shown) setShown(goods);
  const isByKey = useArrowKeys(useItemInPane() && goods !== null);
  return shown && <Opened {...props} key={shown.product_id} shown={shown} isByKey={isByKey} />;
}

function Opened(
  props: GoodsPopupProps & { readonly shown: Goods; readonly isByKey: () => boolean },
) {
  const { shown } = props;
  const t = useText();
  const lang = useLang();
  const money = useMoney();
  const [count, setCount] = useState(1);
  const sells = isForSale(shown);
  const most = mostOf(shown);
  const worth = badgeText(shown, { t, lang, money });
  const why = sells ? null : limitLine(shown, { t, lang, nowMs: serverNow() });

  return (
    <ItemFrame
      open={props.goods !== null}
      onClose={props.onClose}
      title={shown.name}
      titleEnd={
        (worth !== null || shown.limit) && (
          <>
            {worth !== null && <Chip tone="gold">{worth}</Chip>}
            {shown.limit && <Chip tone="gold">{limitText(t, shown.limit)}</Chip>}
          </>
        )
      }
      hero={
        <GoodsImage
          size="popup"
          tier={shown.tier}
          picture={shown.image}
          ribbon={ribbonOf(shown, t)}
          grey={!sells}
          eager
        />
      }
      role={props.role}
      isByKey={props.isByKey}
      quantity={
        <>
          {sells && (
            <div className="row-tight">
              <span className="grow">{t('goods.quantity')}</span>
              {shown.limit && count >= most && <Chip>{t('goods.maximum', { max: most })}</Chip>}
              <Stepper label={shown.name} value={count} onChange={setCount} min={1} max={most} />
            </div>
          )}
          {sells && shown.limit && count >= most && (
            <p role="status" className="cap">
              {t('goods.limited', { max: most })}
            </p>
          )}
        </>
      }
      footer={
        <>
          {props.cart && sells && (
            <IconButton
              icon="cart"
              look="soft"
              label={t('cart.add')}
              onClick={() => props.onAdd(shown, count)}
            />
          )}
          <Button
            grow
            blocked={why ?? undefined}
            busy={props.cart?.isBusy ?? false}
            onClick={() => props.onBuy(shown, count)}
          >
            {t('goods.buy_now_price', { price: money(timesCount(shown.price, count)) })}
          </Button>
        </>
      }
    >
      {shown.description && <p className="muted">{shown.description}</p>}
      <Contents goods={shown} className={styles.contents}>
        {shown.bonus && (
          <ContentLine
            tier={shown.tier}
            image={shown.contents[0]?.image ?? shown.image}
            name={shown.bonus.name}
          >
            <Chip tone="gold">
              {t('goods.bonus', { count: formatNumber(shown.bonus.count, lang) })}
            </Chip>
          </ContentLine>
        )}
      </Contents>
      {why !== null && <Notice icon="clock">{why}</Notice>}
    </ItemFrame>
  );
}
