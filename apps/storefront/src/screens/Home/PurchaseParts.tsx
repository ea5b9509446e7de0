import type { ReactNode } from 'react';
import { BuyLines } from '../../features/buy-sheet/BuyLines.tsx';
import { BuyNext } from '../../features/buy-sheet/BuyNext.tsx';
import { BuySheet } from '../../features/buy-sheet/BuySheet.tsx';
import { HomePopup } from '../../features/buy-sheet/HomePopup.tsx';
import type { Line } from '../../features/buy-sheet/lines.ts';
import type { ConfirmFieldsProps } from '../../features/character/ConfirmFields.tsx';
import styles from './Home.module.css';
import type { Purchase } from './use-purchase.ts';

// A chunk of its own, loaded with the first touch.

/** Items above the fields of the pane. */
export function PaneLines({ lines }: { readonly lines: readonly Line[] }) {
  return (
    <div className={styles.lines}>
      <BuyLines lines={lines} />
    </div>
  );
}

/** Under the button of the pane. */
export function PaneNext() {
  return (
    <div className={styles.next}>
      <BuyNext />
    </div>
  );
}

/** A pack's contents, and "Who gets it?" on phones. */
export function PurchaseSheets(props: {
  readonly purchase: Purchase;
  readonly fields: ConfirmFieldsProps;
  readonly isAsking: boolean;
  readonly onAsk: () => void;
  readonly onClose: () => void;
  /** The primary button. */
  readonly children: ReactNode;
}) {
  const { purchase, fields } = props;
  const { lookup } = fields.confirm;
  return (
    <>
      <BuySheet {...fields} isOpen={props.isAsking} onClose={props.onClose} lines={purchase.lines}>
        {props.children}
      </BuySheet>
      <HomePopup
        goods={purchase.opened}
        onClose={purchase.close}
        role={lookup.state === 'found' ? lookup.found.role : undefined}
        onBuy={(goods, count) => {
          purchase.take({ id: goods.product_id, count });
          if (lookup.state === 'found') purchase.goOn([{ goods, count }]);
          else props.onAsk();
        }}
      />
    </>
  );
}
