import type { ReactNode } from 'react';
import { useText } from '../../i18n/text.tsx';
import { cx } from '../cx.ts';
import { IconButton } from '../IconButton/IconButton.tsx';
import styles from './TopBar.module.css';

export function TopBar(props: {
  /** Absent where the page has its own h1. */
  readonly title?: ReactNode;
  /** `p` where the page's h1 stands elsewhere. */
  readonly heading?: 'h1' | 'p';
  readonly onBack?: (() => void) | undefined;
  /** Logo and name of the shop instead of a title. */
  readonly brand?: ReactNode;
  readonly end?: ReactNode;
  /** Over a hero, without a background. */
  readonly over?: boolean;
  /** The head bar of wide screens replaces it. */
  readonly isShopBar?: boolean;
}) {
  const { heading: Heading = 'h1', over = false } = props;
  const t = useText();
  return (
    <header className={cx(styles.bar, over && styles.over, props.isShopBar && styles.shopBar)}>
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
        <Heading
          className={cx('grow', styles.title)}
          {...(Heading === 'h1' ? { tabIndex: -1 } : {})}
        >
          {props.title}
        </Heading>
      )}
      {props.end && <div className={styles.end}>{props.end}</div>}
    </header>
  );
}
