import {
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { openLayer } from '../../router/back-layers.ts';
import { cx } from '../cx.ts';
import styles from './Dialog.module.css';
import { pushDialog } from './dialog-stack.ts';

const EXIT_MS = 200;

/**
 * The native `<dialog>` behind Popup and Sheet; the element is the full-screen scrim. Escape does
 * nothing (A09), so every dialog shows a close control.
 */
export function Dialog(props: {
  readonly open: boolean;
  /** ✕, a press on the scrim, the phone's Back button. */
  readonly onClose: () => void;
  /** Only a button inside may close it: money moves. */
  readonly locked?: boolean;
  readonly labelledBy: string;
  readonly describedBy?: string | undefined;
  readonly role?: 'dialog' | 'alertdialog';
  /** sheet: at the bottom, centred from 768 px on. drawer: at the side. card: always centred. */
  readonly shape: 'sheet' | 'drawer' | 'card';
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  const { open } = props;
  const present = usePresence(open);
  const ref = useRef<HTMLDialogElement>(null);

  const leave = useEffectEvent(() => {
    if (!props.locked) props.onClose();
  });

  // A layout effect closes the dialogs of a cached page before it hides and the browser returns the
  // focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!open || !dialog) return;
    const isTouched =
      matchMedia('(hover: none)').matches && !document.querySelector(':focus-visible');
    dialog.showModal();
    // After a direct load browsers draw a ring for any script's focus; on touch screens a key draws it.
    firstFocus(dialog)?.focus(isTouched ? { focusVisible: false } : undefined);
    const forget = pushDialog(dialog);
    const closeLayer = openLayer(() => leave());
    const listeners = new AbortController();
    const { signal } = listeners;
    const press = ({ target }: Event) => target === dialog && leave();
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

/** A09, for browsers without `closedby`. */
function blockEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape') event.preventDefault();
}

/** Returns the requested element, else the first field, else the primary button. */
function firstFocus(dialog: HTMLElement): HTMLElement | null {
  const field = 'input:not([disabled]):not([data-no-autofocus]), select, textarea';
  return (
    dialog.querySelector<HTMLElement>('[data-autofocus]') ??
    dialog.querySelector<HTMLElement>(field) ??
    dialog.querySelector<HTMLElement>('[data-primary]')
  );
}

/** Keeps an element rendered after closing, for its exit transition. */
function usePresence(open: boolean): boolean {
  const [present, setPresent] = useState(open);
  if (open && !present) setPresent(true);

  useEffect(() => {
    if (open) return;
    const timer = setTimeout(() => setPresent(false), EXIT_MS);
    return () => clearTimeout(timer);
  }, [open]);

  return open || present;
}
