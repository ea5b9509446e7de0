import { useText } from '../../i18n/text.tsx';
import { GlassCard } from '../../ui/Frame/Frame.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import styles from './WhyUs.module.css';

const REASONS = [
  ['gift', 'home.why_bonus'],
  ['bolt', 'home.why_fast'],
  ['shield', 'home.why_official'],
] as const;

export function WhyUs() {
  const t = useText();
  return (
    <GlassCard>
      <h2 className={styles.title}>{t('home.why_title')}</h2>
      <ul className={styles.list}>
        {REASONS.map(([icon, text]) => (
          <li key={icon} className="row">
            <Icon name={icon} />
            {t(text)}
          </li>
        ))}
      </ul>
    </GlassCard>
  );
}
