import type { ButtonHTMLAttributes, ReactNode } from 'react';
import styles from './Button.module.css';

export type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger';

export type ButtonProps = {
  readonly look?: ButtonLook;
  readonly size?: 'small' | 'normal' | 'large';
  /** True while a press is handled: further presses do nothing, and the focus stays. */
  readonly isBusy?: boolean;
  readonly icon?: ReactNode;
  readonly children: ReactNode;
} & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'style'>;

export function Button({
  look = 'plain',
  size = 'normal',
  isBusy = false,
  icon,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={styles['button']}
      data-look={look}
      data-size={size}
      aria-disabled={isBusy || rest.disabled ? true : undefined}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {icon}
      {children}
    </button>
  );
}

/** A button without visible text; `label` names it for screen readers. */
export function IconButton({
  label,
  children,
  ...rest
}: { readonly label: string; readonly children: ReactNode } & Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'className' | 'style' | 'aria-label'
>) {
  return (
    <button type="button" {...rest} className={styles['icon']} aria-label={label} title={label}>
      {children}
    </button>
  );
}
