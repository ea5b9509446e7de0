import type { ReactNode } from 'react';
import { useText } from '../../i18n/text.tsx';
import { Sheet } from '../../ui/Sheet/Sheet.tsx';
import { ConfirmFields, type ConfirmFieldsProps } from '../character/ConfirmFields.tsx';
import { BuyLines } from './BuyLines.tsx';
import { BuyNext } from './BuyNext.tsx';
import styles from './BuySheet.module.css';
import type { Line } from './lines.ts';

/** "Who gets it?": the items, and the fields of home's ID card with what was typed there (F01). */
export function BuySheet(
  props: ConfirmFieldsProps & {
    readonly isOpen: boolean;
    readonly onClose: () => void;
    readonly lines: readonly Line[];
    /** The primary button. */
    readonly children: ReactNode;
  },
) {
  const { isOpen, onClose, lines, children, ...fields } = props;
  const t = useText();
  return (
    <Sheet
      open={isOpen}
      onClose={onClose}
      title={t('buy.who')}
      footer={
        <div className={styles.foot}>
          {children}
          <BuyNext />
        </div>
      }
    >
      <div className="stack-tight">
        <BuyLines lines={lines} />
        <ConfirmFields {...fields} />
      </div>
    </Sheet>
  );
}
