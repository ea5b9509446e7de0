import { cx } from '../cx.ts';
import { Icon, type IconName } from '../Icon/Icon.tsx';
import styles from './IconButton.module.css';

export function IconButton(props: {
  readonly icon: IconName;
  /** Names the action and its count: "Cart, 2 items". */
  readonly label: string;
  readonly onClick: () => void;
  /** Number on its corner; 0 shows none. */
  readonly badge?: number;
  /** disc: over pictures. soft: beside a primary. */
  readonly look?: 'plain' | 'disc' | 'soft';
  readonly pressed?: boolean;
  readonly className?: string | undefined;
}) {
  const { badge = 0, look = 'plain' } = props;
  return (
    <button
      type="button"
      className={cx(styles.button, styles[look], props.className)}
      aria-label={props.label}
      aria-pressed={props.pressed}
      onClick={props.onClick}
    >
      <Icon name={props.icon} />
      {badge > 0 && (
        <span className={cx(styles.badge, 'num')} aria-hidden="true">
          {badge > 99 ? '99+' : badge}
        </span>
      )}
    </button>
  );
}
