import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useQueryClient } from '@tanstack/react-query';
import { cartQuery } from '../../features/cart/queries.ts';
import { useConfigs } from '../../api/page.tsx';
import { toastFailure } from '../../features/support/code-message.ts';
import { useCountry } from '../../features/goods/country.ts';
import type { UserInfo } from '../../browser/storage.ts';
import { useText } from '../../i18n/text.tsx';
import { TextButton } from '../../ui/TextButton/TextButton.tsx';
import { toast } from '../../ui/Toaster/toast.ts';
import styles from './Cart.module.css';
import { GoneRow } from './Row.tsx';
import type { FilledBasket } from './use-basket.ts';
import type { Marks } from './use-marks.ts';

type GoneProps = {
  readonly user: UserInfo;
  readonly basket: FilledBasket;
  readonly marks: Marks | null;
};

/** Lists unavailable items with their reason, and one button that clears them (S09). */
export function GoneItems({ user, basket, marks }: GoneProps) {
  const { gone } = basket;
  const t = useText();
  const configs = useConfigs();
  const queries = useQueryClient();
  const [country] = useCountry();
  const [isClearing, setIsClearing] = useState(false);
  if (gone.length === 0) return null;

  async function clear() {
    if (isClearing) return;
    setIsClearing(true);
    try {
      // Waits for pending changes, so that its answer is the newest.
      if (!(await basket.writer?.flush())) return;
      const cart = await call('cartClearInvalid', { country });
      queries.setQueryData(cartQuery(user.role, country).queryKey, cart);
      document.querySelector<HTMLElement>('main h1')?.focus();
      toast(t('cart.cleared', { count: gone.length }));
    } catch (failure) {
      toastFailure(t, failure, configs);
    } finally {
      setIsClearing(false);
    }
  }

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
