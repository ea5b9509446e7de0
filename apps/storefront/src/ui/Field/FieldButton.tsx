import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';
import { Field, type FieldFrame } from './Field.tsx';
import styles from './Field.module.css';
import { Icon } from '../Icon/Icon.tsx';

/** Opens a picker; announced as "Server, S12 Dawnharbor, button". */
export function FieldButton({
  label,
  error,
  value,
  placeholder,
  ...button
}: Omit<FieldFrame, 'help'> & {
  /** null shows the placeholder. */
  readonly value: string | null;
  readonly placeholder: string;
} & Pick<ComponentProps<'button'>, 'onClick' | 'ref'>) {
  return (
    <Field label={label} error={error}>
      {({ id, 'aria-describedby': describedBy }) => (
        <button
          {...button}
          id={id}
          type="button"
          aria-haspopup="dialog"
          aria-label={`${label}, ${value ?? placeholder}`}
          title={value ?? undefined}
          aria-describedby={describedBy}
          className={cx('row-tight', styles.box)}
        >
          <span className={cx('grow', styles.value, value === null && styles.placeholder)}>
            {value ?? placeholder}
          </span>
          <Icon name="down" />
        </button>
      )}
    </Field>
  );
}
