import { useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { cx } from '../cx.ts';
import { onDialogChange, topDialog } from '../Dialog/dialog-stack.ts';
import { closeToast, pauseToast, useToast } from './toast.ts';
import styles from './Toaster.module.css';

/** Shows toasts; once per page, outside of every screen. */
export function Toaster() {
  const toast = useToast();
  const from = useRef<EventTarget | null>(null);
  const dialog = useSyncExternalStore(onDialogChange, topDialog, () => null);

  const region = (
    <div role="status" className={styles.region}>
      {toast && (
        <div key={toast.id} className={cx('row', styles.toast, toast.action && styles.withAction)}>
          <span className={styles.text}>{toast.text}</span>
          {toast.action && (
            <button
              type="button"
              className={styles.action}
              onFocus={({ relatedTarget }) => {
                from.current = relatedTarget;
                pauseToast(true);
              }}
              onBlur={() => pauseToast(false)}
              onClick={() => {
                toast.action?.run();
                // The button disappears: focus returns to its origin.
                if (from.current instanceof HTMLElement) from.current.focus();
                closeToast();
              }}
            >
              {toast.action.label}
            </button>
          )}
        </div>
      )}
    </div>
  );
  return dialog ? createPortal(region, dialog) : region;
}
