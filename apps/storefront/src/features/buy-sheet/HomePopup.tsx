import { seen } from '../analytics/seen.ts';
import { GoodsPopup } from '../goods-list/GoodsPopup.tsx';
import type { Goods, Role } from '@webpay/contract/calls';
import { useEffect } from 'react';
import { flushSync } from 'react-dom';

/** A pack's contents on home, where no cart is open yet. */
export function HomePopup(props: {
  readonly goods: Goods | null;
  readonly onClose: () => void;
  readonly onBuy: (goods: Goods, count: number) => void;
  readonly role: Role | undefined;
}) {
  const { goods, onBuy, onClose } = props;
  useEffect(() => {
    if (goods !== null) seen.push({ kind: 'view', goods });
  }, [goods]);
  return (
    <GoodsPopup
      {...props}
      onBuy={(each, count) => {
        // The fields of the pane show again before one of them takes the focus.
        flushSync(onClose);
        onBuy(each, count);
      }}
      cart={null}
      onAdd={() => undefined}
    />
  );
}
