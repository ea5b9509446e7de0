import type { ReactNode } from 'react';
import { useText } from '../../i18n/text.tsx';
import { Button } from '../Button/Button.tsx';
import { cx } from '../cx.ts';
import { Icon, type IconName } from '../Icon/Icon.tsx';
import styles from './Notice.module.css';
import { type Tone, toneClass } from '../tone/tone.ts';

export function Notice(props: {
  readonly tone?: Tone;
  readonly icon?: IconName;
  readonly children: ReactNode;
  /** At the end: a button, a countdown. */
  readonly end?: ReactNode;
  /** Shows "Try again" at the end. */
  readonly onRetry?: (() => void) | undefined;
  /** Announced when it appears. An alert interrupts. */
  readonly role?: 'status' | 'alert';
}) {
  const { tone = 'accent' } = props;
  const t = useText();
  return (
    <div role={props.role} className={cx('row-tight', styles.notice, toneClass(tone))}>
      <Icon name={props.icon ?? (tone === 'err' || tone === 'warn' ? 'warn' : 'info')} />
      <div className={styles.text}>{props.children}</div>
      {props.end}
      {props.onRetry && (
        <Button kind="ghost" size="small" onClick={props.onRetry}>
          {t('ui.try_again')}
        </Button>
      )}
    </div>
  );
}
