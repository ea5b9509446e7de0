import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { buttonClass, type ButtonLook } from './button-class.ts';
import styles from './Button.module.css';
import { Icon, type IconName } from '../Icon/Icon.tsx';

type ButtonProps = ButtonLook & {
  readonly children: ReactNode;
  readonly icon?: IconName;
  /** Shows a spinner and `busyLabel` in the button's own width; further presses do nothing. */
  readonly busy?: boolean;
  readonly busyLabel?: string;
  /**
   * Reason why the button is blocked. It stays focusable with the reason as description; a press
   * calls `onBlocked`, which leads to the cause.
   */
  readonly blocked?: string | undefined;
  readonly onBlocked?: () => void;
  /** Only where the visible text is incomplete. */
  readonly label?: string;
} & Pick<ComponentProps<'button'>, 'type' | 'form' | 'onClick'>;

/** Longer labels would take three lines on a phone; a smaller font makes it two. */
const LONG_LABEL = 28;

export function Button(props: ButtonProps) {
  const { busy = false, blocked, kind = 'primary' } = props;
  const isOff = blocked !== undefined;
  const isLong = typeof props.children === 'string' && props.children.length > LONG_LABEL;

  function press(event: MouseEvent<HTMLButtonElement>) {
    if (!busy && !isOff) return props.onClick?.(event);
    event.preventDefault();
    if (!busy) props.onBlocked?.();
  }

  return (
    <button
      type={props.type ?? 'button'}
      form={props.form}
      className={buttonClass({ ...props, off: isOff })}
      onClick={press}
      aria-disabled={busy || isOff || undefined}
      aria-busy={busy || undefined}
      aria-label={props.label}
      data-long={isLong || undefined}
      data-primary={kind === 'primary' || undefined}
      title={blocked}
    >
      <span className={styles.face} data-hidden={busy || undefined}>
        {props.icon && <Icon name={props.icon} />}
        <span>{props.children}</span>
      </span>
      {busy && (
        <span className={styles.busy}>
          <span className={styles.ring} />
          <span className={styles.busyText}>{props.busyLabel}</span>
        </span>
      )}
    </button>
  );
}
