import type { Ref } from 'react';
import { cx } from '../cx.ts';
import { Field, type FieldFrame } from './Field.tsx';
import field from './Field.module.css';
import styles from './TextArea.module.css';

/** Field of several lines, which grows with its text. */
export function TextArea(
  props: FieldFrame & {
    readonly value: string;
    readonly onChange: (value: string) => void;
    readonly onBlur?: () => void;
    readonly rows?: number;
    readonly disabled?: boolean;
    readonly ref?: Ref<HTMLTextAreaElement>;
  },
) {
  return (
    <Field label={props.label} help={props.help} error={props.error}>
      {(control) => (
        <span className={cx(field.box, styles.box)}>
          <textarea
            {...control}
            ref={props.ref}
            className={cx(field.input, styles.area)}
            rows={props.rows ?? 4}
            value={props.value}
            onChange={(event) => props.onChange(event.target.value)}
            onBlur={props.onBlur}
            disabled={props.disabled}
          />
        </span>
      )}
    </Field>
  );
}
