import { useText } from '../../i18n/text.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import styles from './BuySheet.module.css';

/** Tells before the press that the payment has its own page. */
export function BuyNext() {
  const t = useText();
  return (
    <p className={styles.next}>
      <Icon name="lock" />
      {t('buy.next')}
    </p>
  );
}
