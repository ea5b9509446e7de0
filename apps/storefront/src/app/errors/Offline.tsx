import { useOnline } from '../../browser/use-online.ts';
import { useText } from '../../i18n/text.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import styles from './Offline.module.css';

/** Explains why nothing loads; the shop stays usable (E02). */
export function Offline() {
  const isOnline = useOnline();
  const t = useText();
  return (
    <div role="status" className={styles.region}>
      {!isOnline && (
        <p className={styles.strip}>
          <Icon name="warn" />
          <span>{t('app.offline')}</span>
        </p>
      )}
    </div>
  );
}
