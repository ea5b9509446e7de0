import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Icon, type IconName } from '../Icon/Icon.tsx';
import styles from './Notice.module.css';
import { type Tone, toneClass } from '../tone/tone.ts';

export type NoticeProps = {
  readonly tone?: Tone;
  readonly icon?: IconName;
  readonly children: ReactNode;
  /** At the end: a button, a countdown. */
  readonly end?: ReactNode;
  /** strip: over the column's whole width, under the bar. */
  readonly shape?: 'box' | 'strip';
  /** Announced when it appears. An alert interrupts. */
  readonly role?: 'status' | 'alert';
};

export function Notice(props: NoticeProps) {
  const { tone = 'accent', shape = 'box' } = props;
  return (
    <div role={props.role} className={cx(styles.notice, toneClass(tone), styles[shape])}>
      <Icon name={props.icon ?? (tone === 'err' || tone === 'warn' ? 'warn' : 'info')} />
      <div className={styles.text}>{props.children}</div>
      {props.end}
    </div>
  );
}
