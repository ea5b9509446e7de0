import { Icon } from '../../ui/Icon/Icon.tsx';
import styles from './Tick.module.css';

/** A round checkbox of which the whole 1.25 u can be hit. */
export function Tick(props: {
  /** What it chooses: "980 Gems", "Select all". */
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
