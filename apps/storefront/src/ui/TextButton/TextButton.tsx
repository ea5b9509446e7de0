import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Icon, type IconName } from '../Icon/Icon.tsx';
import styles from './TextButton.module.css';

/** Look of a quiet link or button: `<Link className={textButtonClass}>`. */
export const textButtonClass: string = cx(styles.link);

export function TextButton(props: {
  readonly children: ReactNode;
  readonly onClick: () => void;
  readonly icon?: IconName;
  readonly label?: string;
}) {
  return (
    <button
      type="button"
      className={textButtonClass}
      aria-label={props.label}
      onClick={props.onClick}
    >
      {props.icon && <Icon name={props.icon} />}
      {props.children}
    </button>
  );
}
