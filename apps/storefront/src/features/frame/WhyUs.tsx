import { useText } from '../../i18n/text.tsx';
import { GlassCard } from '../../ui/Frame/Frame.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import styles from './WhyUs.module.css';

export function WhyUs() {
  const t = useText();
  return (
    <GlassCard>
      <h2 className={styles.title}>{t('home.why_title')}</h2>
      <ul className={styles.list}>
        <li>
          <Icon name="gift" />
          {t('home.why_bonus')}
        </li>
        <li>
          <Icon name="bolt" />
          {t('home.why_fast')}
        </li>
        <li>
          <Icon name="shield" />
          {t('home.why_official')}
        </li>
      </ul>
    </GlassCard>
  );
}
