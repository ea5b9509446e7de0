import { useText } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/Button/Button.tsx';
import { Skeleton, SkeletonGroup } from '../../../ui/Skeleton/Skeleton.tsx';
import styles from './CardForm.module.css';
import type { Dropin } from '../payermax/use-dropin.ts';

/** The gateway's card form in its frame, with a skeleton until it is ready (F05). */
export function CardForm(props: {
  readonly dropin: Dropin;
  /** Alternative payment method, named when the form fails to load. */
  readonly other: string | null;
}) {
  const { dropin, other } = props;
  const t = useText();
  return (
    <div
      className={styles.form}
      data-state={dropin.state}
      role="group"
      aria-label={t('payment.card_form')}
    >
      {dropin.state === 'loading' && (
        <SkeletonGroup className={`stack ${styles.outline}`}>
          <Outline />
          <div className={styles.pair}>
            <Outline />
            <Outline />
          </div>
          <Outline />
        </SkeletonGroup>
      )}
      {dropin.state === 'failed' && (
        <div role="alert" className={styles.failed}>
          <p>
            {other === null ? t('payment.card_failed_alone') : t('payment.card_failed', { other })}
          </p>
          <Button kind="ghost" size="small" onClick={dropin.retry}>
            {t('ui.try_again')}
          </Button>
        </div>
      )}
      <div id={dropin.containerId} className={styles.place} data-state={dropin.state} />
    </div>
  );
}

function Outline() {
  return (
    <div className={styles.field}>
      <Skeleton width="40%" height="calc(var(--u) * 0.4)" />
      <Skeleton height="var(--field)" />
    </div>
  );
}
