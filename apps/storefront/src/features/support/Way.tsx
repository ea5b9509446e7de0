import type { ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';
import { Icon, type IconName } from '../../ui/Icon/Icon.tsx';
import styles from './Way.module.css';

type WayTextProps = {
  readonly icon: IconName;
  readonly title: string;
  readonly text: ReactNode;
};

/** Class for links and buttons that look like a `Way`. */
export const wayClass: string = cx('row', styles.way);

/** One way to get help: a link, a button, or plain information. */
export function Way(
  props: WayTextProps & { readonly href?: string | null; readonly onClick?: () => void },
) {
  const { href, onClick, ...content } = props;
  const inside = <WayText {...content} isPlain={!onClick && !href} />;
  if (onClick) {
    return (
      <button type="button" className={wayClass} onClick={onClick}>
        {inside}
      </button>
    );
  }
  return href ? (
    <a className={wayClass} href={href}>
      {inside}
    </a>
  ) : (
    <div className={wayClass}>{inside}</div>
  );
}

export function WayText(
  props: WayTextProps & {
    /** Without a link or an action. */
    readonly isPlain?: boolean;
  },
) {
  return (
    <>
      <span className={styles.sign}>
        <Icon name={props.icon} />
      </span>
      <span className={cx('grow', styles.words)}>
        <b>{props.title}</b>
        <span className="muted">{props.text}</span>
      </span>
      {!props.isPlain && <Icon name="next" />}
    </>
  );
}
