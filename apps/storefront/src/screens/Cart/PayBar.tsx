import { piecesOf } from '../../features/cart/cart-rules.ts';
import { Tick } from '../../features/cart/Tick.tsx';
import { useOnline } from '../../browser/use-online.ts';
import { useMoney } from '../../features/goods/use-money.ts';
import { useText } from '../../i18n/text.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { BottomBar } from '../../ui/BottomBar/BottomBar.tsx';
import { useLimitWarning } from './LimitNote.tsx';
import type { FilledBasket } from './use-basket.ts';

/** Ticks all items for sale, or none. */
export function AllTick({ basket: { buyable, ticked, ticks } }: { readonly basket: FilledBasket }) {
  const t = useText();
  return (
    <Tick
      label={t('cart.select_all')}
      on={ticked.length === buyable.length}
      onChange={() => ticks.toggleAll(buyable.map(({ product_id }) => product_id))}
    />
  );
}

export function PayBar({ basket }: { readonly basket: FilledBasket }) {
  const t = useText();
  const money = useMoney();
  const isOnline = useOnline();
  const { buyable, ticked, total } = basket;
  const isAll = ticked.length === buyable.length && buyable.length > 0;
  const note = t(isAll ? 'cart.all' : 'cart.some', { count: piecesOf(ticked) });
  return (
    <BottomBar
      start={buyable.length > 0 && <AllTick basket={basket} />}
      sum={{
        note: isOnline ? note : t('app.offline_reason'),
        amount: total ? money(total) : '–',
      }}
    >
      <CheckOutButton basket={basket}>{t('cart.check_out')}</CheckOutButton>
    </BottomBar>
  );
}

/** Leads on, or explains why not and moves the focus to the cause. */
export function CheckOutButton(props: {
  readonly basket: FilledBasket;
  readonly children: string;
}) {
  const { basket } = props;
  const t = useText();
  const isOnline = useOnline();
  const warning = useLimitWarning(basket);
  const block = !isOnline
    ? t('app.offline_reason')
    : basket.total === null
      ? t('cart.none_ticked')
      : warning?.isOver
        ? warning.text
        : undefined;
  return (
    <Button
      wide
      blocked={block}
      onBlocked={() => {
        const cause = basket.total === null ? 'main li input' : '[data-limit]';
        document.querySelector<HTMLElement>(cause)?.focus();
      }}
      busy={basket.isLeaving}
      busyLabel={t('cart.saving')}
      onClick={() => void basket.checkOut()}
    >
      {props.children}
    </Button>
  );
}
