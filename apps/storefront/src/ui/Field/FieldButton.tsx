import type { Ref } from 'react';
import { cx } from '../cx.ts';
import { Field, type FieldFrame } from './Field.tsx';
import styles from './Field.module.css';
import { Icon } from '../Icon/Icon.tsx';

export type FieldButtonProps = FieldFrame & {
  /** null shows the placeholder. */
  readonly value: string | null;
  readonly placeholder: string;
  readonly onClick: () => void;
  readonly disabled?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
};

/** Opens a picker; announced as "Server, S12 Dawnharbor, button". */
export function FieldButton(props: FieldButtonProps) {
  return (
    <Field label={props.label} help={props.help} error={props.error}>
      {({ id, 'aria-describedby': describedBy }) => (
        <button
          ref={props.ref}
          id={id}
          type="button"
          aria-haspopup="dialog"
          aria-label={`${props.label}, ${props.value ?? props.placeholder}`}
          aria-describedby={describedBy}
          disabled={props.disabled}
          className={styles.box}
          onClick={props.onClick}
        >
          <span className={cx(styles.value, props.value === null && styles.placeholder)}>
            {props.value ?? props.placeholder}
          </span>
          <Icon name="down" />
        </button>
      )}
    </Field>
  );
}
