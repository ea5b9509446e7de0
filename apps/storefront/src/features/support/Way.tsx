import type { ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';
import { Icon, type IconName } from '../../ui/Icon/Icon.tsx';
import styles from './Way.module.css';

export type WayTextProps = {
  readonly icon: IconName;
  readonly title: string;
  readonly text: ReactNode;
};

/** Class for links and buttons that look like a `Way`. */
export const wayClass: string = cx(styles.way);

/** One way to get help: a link, a button, or plain information. */
export function Way(
  props: WayTextProps & { readonly href?: string | null; readonly onClick?: () => void },
) {
  const { href, onClick, ...content } = props;
  if (onClick !== undefined) {
    return (
      <button type="button" className={styles.way} onClick={onClick}>
        <WayText {...content} />
      </button>
    );
  }
  if (href === null || href === undefined) {
    return (
      <div className={styles.way}>
        <WayText {...content} isPlain />
      </div>
    );
  }
  return (
    <a className={styles.way} href={href}>
      <WayText {...content} />
    </a>
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
      <span className={styles.words}>
        <b>{props.title}</b>
        <span className="muted">{props.text}</span>
      </span>
      {!props.isPlain && <Icon name="next" />}
    </>
  );
}
