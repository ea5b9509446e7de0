import { type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './TextArea.module.css';

/** A labelled field of several lines. */
export function TextArea({
  label,
  help,
  value,
  onValue,
  maxLength,
  isFirst = false,
  children,
}: {
  readonly label: string;
  readonly help: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly maxLength: number;
  /** Takes the focus when its dialog opens. */
  readonly isFirst?: boolean;
  /** Between label and field. */
  readonly children?: ReactNode;
}) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (!isFirst) return;
    // A dialog that opens after this effect looks for the attribute.
    field.current?.setAttribute('autofocus', '');
    field.current?.focus();
  }, [isFirst]);
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      {children}
      <textarea
        ref={field}
        id={id}
        rows={3}
        dir="auto"
        value={value}
        maxLength={maxLength}
        aria-describedby={`${id}-help`}
        onChange={(event) => onValue(event.currentTarget.value)}
      />
      <p id={`${id}-help`} className={styles['help']}>
        {help}
      </p>
    </div>
  );
}
