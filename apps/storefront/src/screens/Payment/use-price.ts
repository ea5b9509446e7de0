import type { Goods, Role } from '@webpay/contract/calls';
import type { Money } from '@webpay/contract/money';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { goodsQuery, priceQuery } from '../../features/goods/queries.ts';
import type { EventSource } from '../../router/paths.ts';
import { sumOf, timesCount } from '../../features/goods/money.ts';

export type CheckoutLine = { readonly goods: Goods; readonly count: number };

/** Returns the price in the player's country; another country's price is requested (C07). */
export function usePrice(input: {
  readonly lines: readonly CheckoutLine[];
  readonly country: string;
  /** The country whose price the goods carry. */
  readonly firstCountry: string;
  /** The selling event, which has prices for each player. */
  readonly event: EventSource | undefined;
  readonly role: Role;
}) {
  const { lines, country, firstCountry, event, role } = input;
  const isFirst = country === firstCountry;
  const ids = lines.map(({ goods }) => goods.product_id).join(',');
  const listed = useQuery({ ...priceQuery(ids, country), enabled: !isFirst && !event });
  const offered = useQuery({ ...goodsQuery(role, country, event), enabled: !isFirst && !!event });
  const query = event ? offered : listed;
  const [accepted, setAccepted] = useState<{ country: string; total: Money } | null>(null);

  const listedPrices = listed.data?.country === country ? listed.data.prices : [];
  const asked = event ? (offered.data?.goods ?? []) : listedPrices;
  /** Price of each line, in order; null until the country's price arrives. */
  const subtotals = lines.map(({ goods, count }) => {
    const listedPrice = asked.find((each) => each.product_id === goods.product_id)?.price;
    const unit = isFirst ? goods.price : listedPrice;
    return unit ? timesCount(unit, count) : null;
  });
  const known = subtotals.filter((each) => each !== null);
  const sum = known.length === lines.length ? sumOf(known) : null;
  const total = accepted?.country === country ? accepted.total : sum;

  return {
    total,
    subtotals,
    failure: isFirst ? null : query.error,
    retry: () => void query.refetch(),
    /** Accepts the total the server named (20017). */
    accept: (agreed: Money) => setAccepted({ country, total: agreed }),
  };
}
