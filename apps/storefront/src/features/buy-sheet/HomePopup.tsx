import { seen } from '../analytics/seen.ts';
import { GoodsPopup } from '../goods-list/GoodsPopup.tsx';
import type { Goods } from '@webpay/contract/calls';
import { useEffect } from 'react';

/** A pack's contents on home, where no cart is open yet. A chunk of its own. */
export default function HomePopup(props: {
  readonly goods: Goods | null;
  readonly onClose: () => void;
  readonly onBuy: (goods: Goods, count: number) => void;
}) {
  const { goods } = props;
  useEffect(() => {
    if (goods !== null) seen.push({ kind: 'view', goods });
  }, [goods]);
  return <GoodsPopup {...props} cart={null} onAdd={() => undefined} />;
}
