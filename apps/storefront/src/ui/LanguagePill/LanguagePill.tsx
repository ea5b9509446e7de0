import { Icon } from '../Icon/Icon.tsx';
import styles from './LanguagePill.module.css';

/** Opens the language switcher; shows "EN", announced as "Language: English". */
export function LanguagePill(props: {
  readonly code: string;
  readonly label: string;
  readonly onClick: () => void;
}) {
  return (
    <button
      type="button"
      className={styles.pill}
      data-in-bar
      aria-haspopup="dialog"
      onClick={props.onClick}
    >
      <Icon name="globe" />
      <span aria-hidden="true">{props.code.toUpperCase()}</span>
      <span className="sr-only">{props.label}</span>
    </button>
  );
}
