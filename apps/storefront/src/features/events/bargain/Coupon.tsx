import type { CSSProperties } from 'react';
import { useText } from '../../../i18n/text.tsx';
import { cx } from '../../../ui/cx.ts';
import { Popup } from '../../../ui/Popup/Popup.tsx';
import { useConfigs } from '../../../api/page.tsx';
import { CountdownLine } from '../CountdownLine.tsx';
import { useMoney } from '../../goods/use-money.ts';
import styles from './Coupon.module.css';
import type { BargainInfo } from './next-step.ts';

type Ticket = NonNullable<BargainInfo['coupon']>;

/** Coupon over the scene's edge: its value and its expiry. */
export function Coupon(props: {
  readonly coupon: Ticket;
  /** Animates a coupon that was just issued. */
  readonly isNew: boolean;
  readonly onEnd: () => void;
}) {
  const t = useText();
  const money = useMoney();
  const { coupon } = props;
  const off = t('bargain.coupon_off', { price: money(coupon.value) });
  const letters: CSSProperties & { readonly '--letters': number } = { '--letters': off.length };
  return (
    <div className={cx(styles.shadow, props.isNew && styles.drops)}>
      <div className={styles.coupon}>
        <div className={styles.value}>
          <small>{t('bargain.coupon')}</small>
          <b className="num" style={letters}>
            {off}
          </b>
        </div>
        <div className={styles.words}>
          <b>{t('bargain.coupon_text')}</b>
          <span className="muted">
            <CountdownLine
              id="bargain.coupon_expires"
              endsAtMs={coupon.expires_at}
              onEnd={props.onEnd}
            />
          </span>
        </div>
      </div>
    </div>
  );
}

/** Announces the coupon of the first visit once (S10). */
export function NewCoupon(props: {
  readonly coupon: Ticket | null;
  readonly show: boolean;
  readonly onTake: () => void;
}) {
  const t = useText();
  const money = useMoney();
  const { art } = useConfigs().theme;
  const { coupon } = props;
  if (coupon === null) return null;
  return (
    <Popup
      show={props.show}
      single
      titleText={t('bargain.coupon_new', { price: money(coupon.drawn) })}
      contentText={t('bargain.coupon_new_text')}
      rightBtnText={t('bargain.coupon_take')}
      rightBtnFun={props.onTake}
      onClosed={props.onTake}
      picture={
        <>
          {art['ticket'] && <img className={`fit ${styles.art}`} src={art['ticket']} alt="" />}
          {art['sparkles'] && <img className={styles.sparkles} src={art['sparkles']} alt="" />}
        </>
      }
    />
  );
}
