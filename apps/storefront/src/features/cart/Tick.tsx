import { Icon } from '../../ui/Icon/Icon.tsx';
import styles from './Tick.module.css';

/** Round checkbox with a hit area of 1.25 u. */
export function Tick(props: {
  /** For example "980 Gems" or "Select all". */
  readonly label: string;
  readonly on: boolean;
  readonly onChange: () => void;
}) {
  return (
    <label className={styles.tick}>
      <input
        type="checkbox"
        className={styles.box}
        aria-label={props.label}
        checked={props.on}
        onChange={props.onChange}
      />
      <Icon name="check" />
    </label>
  );
}
