import { type ReactNode, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { openLayer } from '../../router/back-layers.ts';
import { cx } from '../cx.ts';
import styles from './Dialog.module.css';
import { pushDialog } from './dialog-stack.ts';
import { usePresence } from './use-presence.ts';

const EXIT_MS = 200;

export type DialogProps = {
  readonly open: boolean;
  /** ✕, a press beside the card, the phone's Back button. */
  readonly onClose: () => void;
  /** Nothing but a button inside may close it: money moves. */
  readonly locked?: boolean;
  readonly labelledBy: string;
  readonly describedBy?: string | undefined;
  readonly role?: 'dialog' | 'alertdialog';
  /** sheet: at the bottom, a centred card from 768 px. card: centred everywhere. */
  readonly shape: 'sheet' | 'card';
  readonly className?: string | undefined;
  readonly children: ReactNode;
};

/**
 * The one native `<dialog>` behind Popup and Sheet. The element fills the screen and is the scrim;
 * the card lies in it. Escape does nothing (A09), so every dialog shows a way out of its own.
 */
export function Dialog(props: DialogProps) {
  const { open } = props;
  const present = usePresence(open, EXIT_MS);
  const ref = useRef<HTMLDialogElement>(null);

  const leave = useEffectEvent(() => {
    if (!props.locked) props.onClose();
  });

  // A layout effect, so that a kept page that is hidden closes its dialogs before it disappears
  // and the browser gives the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!open || !dialog) return;
    dialog.showModal();
    firstFocus(dialog)?.focus();
    const forget = pushDialog(dialog);
    const closeLayer = openLayer(() => leave());
    const listeners = new AbortController();
    const { signal } = listeners;
    const press = ({ target }: Event) => {
      if (target === dialog) leave();
    };
    dialog.addEventListener('click', press, { signal });
    dialog.addEventListener('keydown', blockEscape, { signal });
    dialog.addEventListener('cancel', (event) => event.preventDefault(), { signal });
    return () => {
      listeners.abort();
      closeLayer();
      forget();
      dialog.close();
    };
  }, [open]);

  if (!present) return null;

  return (
    <dialog
      ref={ref}
      role={props.role}
      closedby="none"
      aria-labelledby={props.labelledBy}
      aria-describedby={props.describedBy}
      className={styles.scrim}
      data-shape={props.shape}
    >
      <div className={cx(styles.card, props.className)}>{props.children}</div>
    </dialog>
  );
}

/** A09. `closedby` says the same to browsers that know it. */
function blockEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape') event.preventDefault();
}

/** What asks for it, else the first field, else the primary button, else the browser's choice. */
function firstFocus(dialog: HTMLElement): HTMLElement | null {
  for (const wanted of [
    '[data-autofocus]',
    'input:not([disabled]):not([data-no-autofocus]), select, textarea',
    '[data-primary]',
  ]) {
    const found = dialog.querySelector<HTMLElement>(wanted);
    if (found) return found;
  }
  return null;
}
