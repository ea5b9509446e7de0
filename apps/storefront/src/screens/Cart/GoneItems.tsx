import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type CartItem, cartQuery } from '../../features/cart/queries.ts';
import { Tick } from '../../features/cart/Tick.tsx';
import { useConfigs } from '../../api/page.tsx';
import { toastFailure } from '../../features/support/code-message.ts';
import { findGoods } from '../../features/goods/queries.ts';
import { tierOf } from '../../features/goods/tier.ts';
import { useCountry } from '../../features/goods/country.ts';
import { useMoney } from '../../features/goods/use-money.ts';
import type { UserInfo } from '../../browser/storage.ts';
import { formatCountry } from '../../i18n/format.ts';
import { useLang, useText } from '../../i18n/text.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { Chip } from '../../ui/Chip/Chip.tsx';
import { Panel } from '../../ui/Panel/Panel.tsx';
import { GoodsImage } from '../../ui/GoodsImage/GoodsImage.tsx';
import { TextButton } from '../../ui/TextButton/TextButton.tsx';
import { toast } from '../../ui/Toaster/toast.ts';
import styles from './Cart.module.css';
import { Refused } from './Refused.tsx';
import { RemoveButton } from './RemoveButton.tsx';
import type { FilledBasket } from './use-basket.ts';
import type { Marks } from './use-marks.ts';
import { unreachable } from '../../browser/unreachable.ts';

type GoneProps = {
  readonly user: UserInfo;
  readonly basket: FilledBasket;
  readonly marks: Marks | null;
};

/** Lists unavailable items with their reason, and one button that clears them (S09). */
export function GoneItems({ user, basket, marks }: GoneProps) {
  const { gone } = basket;
  const t = useText();
  const clear = useClear(user, basket);
  if (gone.length === 0) return null;
  return (
    <section className={styles.gone} aria-labelledby="cart-gone">
      <div className={styles.head}>
        <h2 id="cart-gone" className="muted">
          {t('cart.gone')}
        </h2>
        <TextButton icon="trash" onClick={() => void clear()}>
          {t('cart.clear', { count: gone.length })}
        </TextButton>
      </div>
      <ul className="stack" aria-labelledby="cart-gone">
        {gone.map((item) => (
          <li key={item.product_id}>
            <GoneRow item={item} basket={basket} marks={marks} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function GoneRow(props: Omit<GoneProps, 'user'> & { readonly item: CartItem }) {
  const { item, basket, marks } = props;
  const t = useText();
  const money = useMoney();
  const reason = useReason(item);
  return (
    <Panel className={styles.goneRow}>
      {marks && (
        <Tick
          label={item.name}
          on={marks.isOn(item.product_id)}
          onChange={() => marks.toggle(item.product_id)}
        />
      )}
      <GoodsImage
        size="thumb"
        tier={tierOf(findGoods(basket.goods, item.product_id)?.tier ?? 1)}
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
            label={`${item.name}: ${t('cart.reduce', { max: item.max })}`}
          >
            {t('cart.reduce', { max: item.max })}
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
    case 'not_on_sale':
      return t('cart.not_on_sale');
    case 'no_price':
      return t('cart.no_price', { country: formatCountry(country, lang) });
    case 'limit_reached':
      return t('cart.limit_reached');
    case 'over_maximum':
      return t('cart.over_maximum', { max: item.max });
    case undefined:
      return t(item.state === 'expired' ? 'cart.expired' : 'cart.not_on_sale');
    default:
      return unreachable(item.reason, 'reason');
  }
}

function useClear(user: UserInfo, basket: FilledBasket): () => Promise<void> {
  const t = useText();
  const configs = useConfigs();
  const queries = useQueryClient();
  const [country] = useCountry();
  const [isClearing, setIsClearing] = useState(false);
  return async () => {
    if (isClearing) return;
    setIsClearing(true);
    const count = basket.gone.length;
    try {
      // Waits for pending changes, so that its answer is the newest.
      if (!(await basket.writer?.flush())) return;
      const cart = await call('cartClearInvalid', { country });
      queries.setQueryData(cartQuery(user.role, country).queryKey, cart);
      document.querySelector<HTMLElement>('main h1')?.focus();
      toast(t('cart.cleared', { count }));
    } catch (failure) {
      toastFailure(t, failure, configs);
    } finally {
      setIsClearing(false);
    }
  };
}
