import type { CSSProperties } from 'react';
import { useText } from '../../../i18n/text.tsx';
import { cx } from '../../../ui/cx.ts';
import { Panel } from '../../../ui/Panel/Panel.tsx';
import { useMoney } from '../../goods/use-money.ts';
import styles from './Meter.module.css';
import { type BargainPack, lowered } from './next-step.ts';

type MeterProps = {
  readonly pack: BargainPack;
  /** Without a panel of its own; the one in the column is for phones. */
  readonly inPane?: boolean;
};

/** Progress of a pack's price from its original to its minimum. */
export function Meter({ pack, inPane }: MeterProps) {
  const t = useText();
  const money = useMoney();
  const share = lowered(pack);
  const isThere = pack.state === 'at_minimum';
  const style: CSSProperties & { readonly '--share': number } = { '--share': share };
  const meter = (
    <>
      <div className={`cap ${styles.labels}`}>
        <span>{t('bargain.now')}</span>
        <span className={isThere ? styles.reached : undefined}>
          {t(isThere ? 'bargain.at_minimum' : 'bargain.minimum')}
        </span>
      </div>
      <div className={styles.prices}>
        <span className="num">
          <b key={pack.price.amount} className={styles.now}>
            {money(pack.price)}
          </b>{' '}
          <s className="muted">{money(pack.original)}</s>
        </span>
        <b className={cx(styles.minimum, 'num')}>{money(pack.min_price)}</b>
      </div>
      <div
        role="progressbar"
        aria-label={t('bargain.lowered')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        aria-valuetext={t('bargain.meter', {
          price: money(pack.price),
          minimum: money(pack.min_price),
        })}
        className={styles.bar}
        style={style}
      >
        <span className={cx(styles.fill, isThere && styles.full)} />
      </div>
    </>
  );
  if (inPane) return <div className={styles.meter}>{meter}</div>;
  return <Panel className={cx(styles.meter, styles.column)}>{meter}</Panel>;
}
