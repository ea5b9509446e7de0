import { useLang, useText, type Translate } from '../../i18n/text.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { BottomBar } from '../../ui/BottomBar/BottomBar.tsx';
import { IconButton } from '../../ui/IconButton/IconButton.tsx';
import { useOfflineReason } from '../../browser/use-offline-reason.ts';
import type { ShownEvent } from '../events/shown-events.tsx';
import { OrderSummary } from '../orders/OrderSummary.tsx';
import { sumOf } from '../goods/money.ts';
import { useMoney } from '../goods/use-money.ts';
import { linesOf, RewardNudge } from './RewardPlace.tsx';
import type { GoodsListState } from './use-goods-list.ts';
import type { Goods } from '@webpay/contract/calls';
import type { Lang } from '../../i18n/languages.ts';
import { formatNumber } from '../../i18n/format.ts';
import { amountOf } from '../goods/amount.ts';

type GoodsListBarProps = {
  readonly goodsList: GoodsListState;
  /** Shows the way to the cart while nothing is chosen, unless the page has another primary button. */
  readonly leadsToCart?: boolean;
};

/** Bottom bar with the selection and its price, else with the cart's contents, else absent. */
export function GoodsListBar({ goodsList, leadsToCart = true }: GoodsListBarProps) {
  const lang = useLang();
  const t = useText();
  const money = useMoney();
  const { selected, cart } = goodsList;
  const [first, ...more] = selected;
  const total = sumOf(selected.map(({ price }) => price));
  if (first && total) {
    const note =
      more.length > 0
        ? t('payment.items', { count: selected.length })
        : shortText(first, { t, lang });
    return (
      <BottomBar
        start={
          cart.isOpen && (
            <IconButton
              icon="cart"
              look="soft"
              label={t('cart.add')}
              onClick={() => void goodsList.add(selected, 1)}
            />
          )
        }
        sum={{ note, amount: money(total) }}
      >
        <BuyButton goodsList={goodsList}>
          {t(more.length > 0 ? 'cart.check_out' : 'goods.buy_now')}
        </BuyButton>
      </BottomBar>
    );
  }
  if (!cart.contents || !leadsToCart) return null;
  return (
    <BottomBar
      sum={{
        note: t('cart.holds', { count: cart.contents.count }),
        amount: money(cart.contents.total),
      }}
    >
      <Button wide onClick={cart.view}>
        {t('cart.view')}
      </Button>
    </BottomBar>
  );
}

/** The same beside the column on wide screens. */
export function GoodsListAside(
  props: GoodsListBarProps & { readonly name: string; readonly events: readonly ShownEvent[] },
) {
  const { goodsList, name, events, leadsToCart = true } = props;
  const t = useText();
  const money = useMoney();
  const { selected, cart } = goodsList;
  const total = sumOf(selected.map(({ price }) => price));
  if (total) {
    const price = money(total);
    return (
      <OrderSummary
        name={name}
        total={total}
        lines={selected.map((goods) => ({
          key: goods.product_id,
          name: goods.name,
          image: goods.image,
          count: 1,
          bonus: goods.bonus?.count ?? null,
          doubled: goods.first_purchase === 'doubled',
          price: goods.price,
        }))}
        facts={<RewardNudge events={events} lines={linesOf(selected)} />}
      >
        <BuyButton goodsList={goodsList}>
          {selected.length > 1
            ? t('cart.check_out_price', { price })
            : t('goods.buy_now_price', { price })}
        </BuyButton>
        {cart.isOpen && (
          <Button kind="ghost" wide icon="cart" onClick={() => void goodsList.add(selected, 1)}>
            {t('cart.add')}
          </Button>
        )}
      </OrderSummary>
    );
  }
  if (!cart.contents || !leadsToCart) return <OrderSummary lines={[]} name={name} total={null} />;
  return (
    <OrderSummary
      title={t('cart.title')}
      name={name}
      total={cart.contents.total}
      lines={cart.contents.items.map((item) => ({
        key: item.product_id,
        name: item.name,
        image: item.image,
        count: item.count,
        bonus: null,
        price: item.subtotal,
      }))}
      facts={<RewardNudge events={events} lines={cart.contents.items} />}
    >
      <Button wide onClick={cart.view}>
        {t('cart.view')}
      </Button>
    </OrderSummary>
  );
}

function BuyButton(props: { readonly goodsList: GoodsListState; readonly children: string }) {
  const { goodsList } = props;
  const offline = useOfflineReason();
  const [first, ...more] = goodsList.selected;
  return (
    <Button
      wide
      blocked={offline}
      busy={goodsList.cart.isBusy}
      onClick={() => {
        if (more.length > 0) goodsList.checkOut();
        else if (first) goodsList.buy(first, 1);
      }}
    >
      {props.children}
    </Button>
  );
}

/** Selection in one short line: "980 + 98 Gems". */
function shortText(
  goods: Goods,
  { t, lang }: { readonly t: Translate; readonly lang: Lang },
): string {
  const named = amountOf(goods);
  if (!named || named.bonus === 0) return goods.name;
  return t('goods.amount_bonus', {
    amount: formatNumber(named.amount, lang),
    bonus: formatNumber(named.bonus, lang),
    name: named.unit,
  });
}
