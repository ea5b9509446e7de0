import { useText } from '../../i18n/text.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import styles from './TrustMarks.module.css';

export function TrustMarks() {
  const t = useText();
  return (
    <ul className={styles.trust}>
      <li>
        <Icon name="bolt" />
        {t('home.trust_fast')}
      </li>
      <li>
        <Icon name="shield" />
        {t('home.trust_official')}
      </li>
      <li>
        <Icon name="lock" />
        {t('home.trust_secure')}
      </li>
    </ul>
  );
}
