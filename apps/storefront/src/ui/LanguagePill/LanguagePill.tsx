import { Icon } from '../Icon/Icon.tsx';
import styles from './LanguagePill.module.css';

/** The bar's language button: the code is seen ("EN"), the name is heard ("Language: English"). */
export function LanguagePill(props: {
  readonly code: string;
  readonly label: string;
  readonly onClick: () => void;
}) {
  return (
    <button type="button" className={styles.pill} aria-haspopup="dialog" onClick={props.onClick}>
      <Icon name="globe" />
      <span aria-hidden="true">{props.code.toUpperCase()}</span>
      <span className="sr-only">{props.label}</span>
    </button>
  );
}
