import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/Icon/Icon.tsx';
import styles from './Mark.module.css';

/** + or ✓ on a card. `isGhost` reserves its space only; the real button lies over it. */
export function Mark(props: {
  readonly on?: boolean;
  readonly isGhost?: boolean;
  /** Leads to another page. */
  readonly leads?: boolean;
}) {
  return (
    <span className={cx(styles.mark, props.on && styles.on, props.isGhost && styles.ghost)}>
      <Icon name={props.leads ? 'next' : props.on ? 'check' : 'plus'} />
    </span>
  );
}
