import type { ReactNode } from 'react';
import { useText } from '../../i18n/text.tsx';
import styles from './EmptyState.module.css';
import { Button } from '../Button/Button.tsx';
import { cx } from '../cx.ts';
import { Panel } from '../Panel/Panel.tsx';

/** Replaces an empty list: a picture, one sentence, one button. */
export function EmptyState(props: {
  readonly picture?: ReactNode;
  readonly title: string;
  /** h1 where it is the whole page. */
  readonly heading?: 'h1' | 'h2';
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}) {
  const { heading: Heading = 'h2' } = props;
  return (
    <div className={cx('stack-tight', styles.blank)}>
      {props.picture && (
        <div className={styles.picture} aria-hidden="true">
          {props.picture}
        </div>
      )}
      <Heading className={styles.title} {...(Heading === 'h1' ? { tabIndex: -1 } : {})}>
        {props.title}
      </Heading>
      {props.children && <div className="muted">{props.children}</div>}
      {props.action}
    </div>
  );
}

/** Replaces content that did not load. */
export function ErrorBlock(props: {
  readonly title: string;
  /** States what happened, whether money moved, and what to do. */
  readonly children?: ReactNode;
  readonly onRetry?: (() => void) | undefined;
  readonly busy?: boolean;
  /** A further action beside or instead of the retry. */
  readonly action?: ReactNode;
  readonly requestId?: string | null | undefined;
}) {
  const t = useText();
  return (
    <Panel>
      <div role="alert" className={cx('stack-tight', styles.blank, styles.error)}>
        <h2 className={styles.title}>{props.title}</h2>
        {props.children && <div className="muted">{props.children}</div>}
        {props.onRetry && (
          <Button kind="ghost" onClick={props.onRetry} busy={props.busy ?? false}>
            {t('ui.try_again')}
          </Button>
        )}
        {props.action}
        {props.requestId && (
          <p className="cap num">{t('ui.request_id', { id: props.requestId })}</p>
        )}
      </div>
    </Panel>
  );
}
