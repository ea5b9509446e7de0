import { useText } from '../../i18n/text.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import styles from './Home.module.css';

const TRUST_MARKS = [
  ['bolt', 'home.trust_fast'],
  ['shield', 'home.trust_official'],
  ['lock', 'home.trust_secure'],
] as const;

export function Trust() {
  const t = useText();
  return (
    <ul className={styles.trust}>
      {TRUST_MARKS.map(([icon, text]) => (
        <li key={icon}>
          <Icon name={icon} />
          {t(text)}
        </li>
      ))}
    </ul>
  );
}
