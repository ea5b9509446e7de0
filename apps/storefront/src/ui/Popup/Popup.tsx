import { type ReactNode, useId, useState } from 'react';
import { useText } from '../../i18n/text.tsx';
import { Button } from '../Button/Button.tsx';
import { cx } from '../cx.ts';
import { Dialog } from '../Dialog/Dialog.tsx';
import { IconButton } from '../IconButton/IconButton.tsx';
import styles from './Popup.module.css';
import { buttonRow } from '../label-rules.ts';

export type PopupProps = {
  readonly show?: boolean;
  readonly titleText?: string;
  readonly contentText?: ReactNode;
  readonly leftBtnText?: string;
  readonly rightBtnText?: string;
  readonly leftBtnFun?: () => void;
  readonly rightBtnFun?: () => void;
  readonly closeIconFun?: () => void;
  /** Called when the popup closed itself, so that the owner may clear `show`. */
  readonly onClosed?: () => void;
  readonly picture?: ReactNode;
  /** One button only, without a choice. */
  readonly single?: boolean;
  /** Money moves: neither ✕ nor the overlay closes it. */
  readonly locked?: boolean;
  readonly children?: ReactNode;
};

/** A17: confirmation popup; a button without a handler closes it. */
export function Popup(props: PopupProps) {
  const { show = false, locked = false, single = false } = props;
  const t = useText();
  const id = useId();
  const [closed, setClosed] = useState(false);
  if (!show && closed) setClosed(false);

  const leftText = props.leftBtnText ?? t('ui.cancel');
  const rightText = props.rightBtnText ?? t('ui.confirm');

  function close() {
    setClosed(true);
    props.onClosed?.();
  }

  function closeByIcon() {
    props.closeIconFun?.();
    close();
  }

  const titleId = `${id}title`;
  const textId = `${id}text`;
  return (
    <Dialog
      open={show && !closed}
      onClose={closeByIcon}
      locked={locked}
      role={props.children ? 'dialog' : 'alertdialog'}
      labelledBy={props.titleText ? titleId : textId}
      describedBy={props.titleText && props.contentText ? textId : undefined}
      shape="card"
      className={styles.popup}
    >
      {!locked && (
        <IconButton
          icon="close"
          label={t('ui.close')}
          onClick={closeByIcon}
          className={styles.close}
        />
      )}
      {props.picture && (
        <div className={styles.picture} aria-hidden="true">
          {props.picture}
        </div>
      )}
      {props.titleText && (
        <h2 id={titleId} className={styles.title}>
          {props.titleText}
        </h2>
      )}
      {props.contentText && (
        <div id={textId} className={props.titleText ? 'muted' : styles.textAlone}>
          {props.contentText}
        </div>
      )}
      {props.children}
      <div
        className={cx('stack', styles.buttons)}
        data-row={single ? 'single' : buttonRow(leftText, rightText)}
      >
        {!single && (
          <Button kind="ghost" onClick={props.leftBtnFun ?? close}>
            {leftText}
          </Button>
        )}
        <Button onClick={props.rightBtnFun ?? close}>{rightText}</Button>
      </div>
    </Dialog>
  );
}
