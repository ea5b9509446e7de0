import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from '../Button/Button.tsx';
import styles from './Dialog.module.css';

/**
 * A dialog of the browser: it keeps the focus, makes the page behind it inert and returns the focus at its end.
 * Mount it to open it.
 */
export function Dialog({
  title,
  place = 'middle',
  onClose,
  footer,
  children,
}: {
  readonly title: string;
  readonly place?: 'middle' | 'wide' | 'start';
  /** Null: only its own buttons close it. */
  readonly onClose: (() => void) | null;
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  useEffect(() => {
    const element = dialog.current;
    // Only the backdrop is outside of the box.
    const onPress = (event: MouseEvent): void => {
      if (event.target === element) latest.current?.();
    };
    element?.addEventListener('click', onPress);
    element?.showModal();
    return () => {
      element?.removeEventListener('click', onPress);
      element?.close();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles['dialog']}
      data-place={place}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      <div className={styles['box']}>
        <header className={styles['head']}>
          <h2 id={id}>{title}</h2>
          {onClose !== null && (
            <IconButton label="Close" onClick={onClose}>
              <IconX aria-hidden />
            </IconButton>
          )}
        </header>
        <div className={styles['body']}>{children}</div>
        {footer !== undefined && <footer className={styles['foot']}>{footer}</footer>}
      </div>
    </dialog>
  );
}
