import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { navigate } from '../../router/history.ts';
import { seen } from '../../features/analytics/seen.ts';
import { findGoods, goodsQuery } from '../../features/goods/queries.ts';
import type { Target } from '../../features/checkout/payment/checkout.ts';
import { PayPage } from '../../features/checkout/payment/PayPage.tsx';
import { useChosenAt } from '../../features/checkout/payment/chosen-at.ts';
import { channelsQuery } from '../../features/checkout/payment/queries.ts';
import { useCheckout } from '../../features/checkout/payment/use-checkout.ts';
import { useSavedCards, withSaved } from '../../features/checkout/saved/saved-cards.ts';
import { useWays } from '../../features/checkout/payment/use-ways.ts';
import { useCountry } from '../../features/goods/country.ts';
import { useOtherCharacter } from '../../features/account/other-character.ts';
import type { UserInfo } from '../../browser/storage.ts';
import { isEventSource } from '../../router/paths.ts';
import { CheckoutSkeleton, GoodsFailed, GoodsGone, OtherCharacter } from './States.tsx';
import { type CheckoutLine, usePrice } from './use-price.ts';

export type CheckoutProps = {
  /** The character it was opened for, whatever session exists now. */
  readonly user: UserInfo;
  readonly target: Target;
  /** The channel chosen on the page of a failed order. */
  readonly payId?: string | null;
};

/** Renders items, recipient, country, payment channels and Pay. */
export function Checkout(props: CheckoutProps) {
  const { user, target } = props;
  const [country] = useCountry();
  const [firstCountry] = useState(country);
  const event = isEventSource(target.source) ? target.source : undefined;
  const goods = useQuery(goodsQuery(user.role, firstCountry, event));
  if (goods.data === undefined) {
    return goods.error === null ? (
      <CheckoutSkeleton onRetry={() => void goods.refetch({ cancelRefetch: true })} />
    ) : (
      <GoodsFailed failure={goods.error} onRetry={() => void goods.refetch()} />
    );
  }
  const lines = target.products.flatMap(({ product_id, count }): CheckoutLine[] => {
    const found = findGoods(goods.data, product_id);
    return found ? [{ goods: found, count }] : [];
  });
  if (lines.length < target.products.length) return <GoodsGone source={target.source} />;
  return <Form {...props} lines={lines} firstCountry={firstCountry} />;
}

type FormProps = CheckoutProps & {
  readonly lines: readonly CheckoutLine[];
  /** The country whose price the goods carry. */
  readonly firstCountry: string;
};

function Form({ user, target, payId = null, lines, firstCountry }: FormProps) {
  const back = useChosenAt(target.source);
  const [country, setCountry] = useCountry();
  const event = isEventSource(target.source) ? target.source : undefined;
  const price = usePrice({ lines, country, firstCountry, event, role: user.role });
  const { total } = price;
  const now = useOtherCharacter(user.role);
  const saved = useSavedCards(user);
  const flow = useCheckout(user, target, country, lines, saved);
  const channels = useQuery(channelsQuery(country));
  const offered = channels.data?.channels ?? null;
  const ways = useWays({
    flow,
    country,
    total,
    payId,
    offered: offered && saved && withSaved(offered, saved),
    saved,
    isFailed: channels.error !== null,
    isScarce: event !== undefined || lines.some(({ goods }) => goods.limit !== null),
    onReload: () => void channels.refetch(),
  });
  const begin = useEffectEvent(() => seen.push({ kind: 'checkout', lines }));
  useEffect(() => begin(), []);
  // A total named by the server also holds for a single line.
  const priceOf = (index: number) =>
    lines.length === 1 ? total : (price.subtotals[index] ?? null);
  const onBack = () => navigate(back);

  // A submitted payment is answered first: its order's page names the recipient.
  if (now && !flow.isPaying) return <OtherCharacter was={user.role} now={now} target={target} />;
  return (
    <PayPage
      lines={lines.map(({ goods, count }, index) => ({
        key: goods.product_id,
        name: goods.name,
        image: goods.image,
        tier: goods.tier,
        count,
        bonus: goods.bonus?.count ?? null,
        doubled: goods.first_purchase === 'doubled',
        price: priceOf(index),
      }))}
      total={total}
      priceFailure={price.failure}
      onPriceRetry={price.retry}
      role={user.role}
      country={country}
      onCountry={setCountry}
      ways={ways}
      onBack={onBack}
      user={user}
      isFromCart={target.source === 'cart'}
      onAccept={(accepted) => {
        price.accept(accepted);
        flow.acceptContents();
        flow.clearProblem();
        // Fewer contents for the same price change no total.
        ways.retry();
      }}
      onRefuse={() => {
        flow.clearProblem();
        onBack();
      }}
    />
  );
}
