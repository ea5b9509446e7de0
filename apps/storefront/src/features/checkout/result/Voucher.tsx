import type { OrderView } from '@webpay/contract/calls';
import { formatDate } from '../../../i18n/format.ts';
import { useLang, useText } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/Button/Button.tsx';
import { toast } from '../../../ui/Toaster/toast.ts';
import { useMoney } from '../../goods/use-money.ts';
import styles from './Voucher.module.css';

export type CodeAction = Extract<OrderView['action'], { kind: 'code' }>;

/** The number that pays an order in a shop or at a bank: sum, deadline in the reader's time, how to pay with it. */
export default function Voucher(props: {
  readonly order: Pick<OrderView, 'total' | 'expires_at'>;
  readonly action: CodeAction;
}) {
  const { order, action } = props;
  const t = useText();
  const lang = useLang();
  const money = useMoney();

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(action.code);
      toast(t('voucher.copied'));
    } catch {
      // In-app browsers may forbid copying; the number can still be selected.
    }
  }

  return (
    <div className="stack">
      <div className={styles.head}>
        <div>
          <div className="muted">{t('voucher.by')}</div>
          <b className={styles.end}>{formatDate(order.expires_at, lang, 'dateTime')}</b>
        </div>
        <b className={`num ${styles.sum}`}>{money(order.total)}</b>
      </div>
      <div className={styles.box} role="group" aria-label={t('voucher.code')}>
        <div className="muted" aria-hidden="true">
          {t('voucher.code')}
        </div>
        <div className={styles.code} dir="ltr">
          {groupsOf(action.code).map((group, n) => (
            <span key={n}>{group}</span>
          ))}
        </div>
        <Button size="small" onClick={() => void copy()}>
          {t('result.copy_short')}
        </Button>
      </div>
      <p>{t(action.at === 'bank' ? 'voucher.bank' : 'voucher.shop')}</p>
      <p className="muted">{t('voucher.after')}</p>
      {!action.is_refundable && (
        <p className="muted">{t('voucher.no_refund', { name: action.name })}</p>
      )}
    </div>
  );
}

/** Groups of four are read out and typed without mistakes. */
function groupsOf(code: string): readonly string[] {
  return code.match(/.{1,4}/g) ?? [code];
}
