import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';
import { Field, type FieldFrame } from './Field.tsx';
import field from './Field.module.css';
import styles from './TextArea.module.css';

/** Field of several lines, which grows with its text. */
export function TextArea({
  label,
  help,
  error,
  onChange,
  ...area
}: FieldFrame & {
  readonly value: string;
  readonly onChange: (value: string) => void;
} & Pick<ComponentProps<'textarea'>, 'onBlur' | 'disabled' | 'ref'>) {
  return (
    <Field label={label} help={help} error={error}>
      {(control) => (
        <span className={cx('row-tight', field.box, styles.box)}>
          <textarea
            {...control}
            {...area}
            className={cx('grow', field.input, styles.area)}
            rows={4}
            onChange={(event) => onChange(event.target.value)}
          />
        </span>
      )}
    </Field>
  );
}
