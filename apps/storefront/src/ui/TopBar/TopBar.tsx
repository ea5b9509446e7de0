import type { ReactNode } from 'react';
import { useText } from '../../i18n/text.tsx';
import { cx } from '../cx.ts';
import { IconButton } from '../IconButton/IconButton.tsx';
import styles from './TopBar.module.css';

export type TopBarProps = {
  /** One line; a ReactNode may add a count. Absent where the page has its own h1. */
  readonly title?: ReactNode;
  /** The page's h1 may stand elsewhere; then this is plain text. */
  readonly heading?: 'h1' | 'p';
  readonly onBack?: () => void;
  /** Instead of a title: logo and name of the shop. */
  readonly brand?: ReactNode;
  /** At most two buttons. */
  readonly end?: ReactNode;
  /** Lies over a hero, without a background of its own. */
  readonly over?: boolean;
};

export function TopBar(props: TopBarProps) {
  const { heading: Heading = 'h1', over = false } = props;
  const t = useText();
  return (
    <header className={cx(styles.bar, over && styles.over)}>
      {props.onBack && (
        <IconButton
          icon="back"
          label={t('ui.back')}
          look={over ? 'disc' : 'plain'}
          onClick={props.onBack}
        />
      )}
      {props.brand}
      {props.title && (
        <Heading className={styles.title} {...(Heading === 'h1' ? { tabIndex: -1 } : {})}>
          {props.title}
        </Heading>
      )}
      {props.end && <div className={styles.end}>{props.end}</div>}
    </header>
  );
}
