import { type ReactNode, useId } from 'react';
import { useText } from '../../i18n/text.tsx';
import { cx } from '../cx.ts';
import { Dialog } from '../Dialog/Dialog.tsx';
import { IconButton } from '../IconButton/IconButton.tsx';
import styles from './Sheet.module.css';

/** Opens at the bottom, centred from 768 px on; as `drawer` at the side. */
export function Sheet(props: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** Picture over the full width; the title then follows it, large. */
  readonly hero?: ReactNode;
  readonly titleEnd?: ReactNode;
  readonly children: ReactNode;
  /** Sticky buttons at the end. */
  readonly footer?: ReactNode;
  readonly locked?: boolean;
  readonly drawer?: boolean;
  /** tall: 78 dvh, whatever the content. */
  readonly height?: 'content' | 'tall';
  /** Its body has no control: it takes the focus itself, so that keys can scroll it. */
  readonly readOnly?: boolean;
}) {
  const { hero, locked = false } = props;
  const t = useText();
  const titleId = useId();
  const close = !locked && (
    <IconButton
      icon="close"
      label={t('ui.close')}
      look={hero ? 'disc' : 'plain'}
      onClick={props.onClose}
      className={hero ? styles.closeOver : undefined}
    />
  );
  const title = (
    <>
      <h2 id={titleId} className="grow">
        {props.title}
      </h2>
      {props.titleEnd}
    </>
  );
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      locked={locked}
      labelledBy={titleId}
      shape={props.drawer ? 'drawer' : 'sheet'}
      className={cx(
        styles.sheet,
        props.drawer && styles.drawer,
        props.height === 'tall' && styles.tall,
      )}
    >
      {hero ? (
        <div className={styles.hero}>
          {close}
          {hero}
        </div>
      ) : (
        <div className={cx('row', styles.head)}>
          {title}
          {close}
        </div>
      )}
      <div
        className={cx(styles.body, !!hero && styles.underHero)}
        {...(props.readOnly && { tabIndex: 0, role: 'group', 'aria-labelledby': titleId })}
      >
        {hero && <div className="row">{title}</div>}
        {props.children}
      </div>
      {props.footer && <div className={cx('row', styles.foot)}>{props.footer}</div>}
    </Dialog>
  );
}
