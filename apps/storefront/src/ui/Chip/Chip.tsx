import type { ReactNode } from 'react';
import styles from './Chip.module.css';
import { cx } from '../cx.ts';
import { Icon, type IconName } from '../Icon/Icon.tsx';
import { type Tone, toneClass } from '../tone/tone.ts';

/** Shows a short fact: a bonus, a limit, a state. */
export function Chip(props: {
  readonly tone?: Tone;
  readonly icon?: IconName;
  readonly children: ReactNode;
}) {
  return (
    <span className={cx(styles.chip, toneClass(props.tone ?? 'accent'))}>
      {props.icon && <Icon name={props.icon} />}
      {props.children}
    </span>
  );
}
