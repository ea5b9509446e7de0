import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/Icon/Icon.tsx';
import styles from './Mark.module.css';

/** + or ✓ on a card. `isGhost`: its room only; the button that can be pressed lies over it. */
export function Mark({
  on = false,
  isGhost = false,
  leads = false,
}: {
  readonly on?: boolean;
  readonly isGhost?: boolean;
  /** To a page of its own. */
  readonly leads?: boolean;
}) {
  return (
    <span className={cx(styles.mark, on && styles.on, isGhost && styles.ghost)}>
      <Icon name={leads ? 'next' : on ? 'check' : 'plus'} />
    </span>
  );
}
