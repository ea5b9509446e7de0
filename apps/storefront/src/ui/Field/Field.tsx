import { type ReactNode, useId } from 'react';
import styles from './Field.module.css';
import { Icon } from '../Icon/Icon.tsx';

export type FieldFrame = {
  readonly label: string;
  readonly help?: ReactNode;
  /** States the error and its correction, under the box. */
  readonly error?: string | undefined;
};

/** Attributes of the control inside a field. */
type FieldControl = {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
};

/** Renders the label and the note around the box of `children`. */
export function Field(
  props: FieldFrame & { readonly children: (control: FieldControl) => ReactNode },
) {
  const id = useId();
  const note = props.error ?? props.help;
  const noteId = `${id}note`;
  return (
    <div className={styles.field} data-bad={props.error ? true : undefined}>
      <label htmlFor={id} className={styles.label}>
        {props.label}
      </label>
      {props.children({
        id,
        'aria-describedby': note ? noteId : undefined,
        'aria-invalid': props.error ? true : undefined,
      })}
      {note && (
        // Announced when it appears: errors show on blur, not while typing.
        <p
          id={noteId}
          key={props.error ? 'error' : 'help'}
          role={props.error ? 'alert' : undefined}
          className={styles.note}
        >
          {props.error && <Icon name="warn" />}
          <span>{note}</span>
        </p>
      )}
    </div>
  );
}
