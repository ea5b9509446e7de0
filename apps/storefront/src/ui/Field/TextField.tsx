import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Field, type FieldFrame } from './Field.tsx';
import styles from './Field.module.css';
import { IconButton } from '../IconButton/IconButton.tsx';

type InputProps = 'onBlur' | 'type' | 'inputMode' | 'autoComplete' | 'autoCapitalize';
type MoreInputProps = 'enterKeyHint' | 'placeholder' | 'maxLength' | 'disabled' | 'ref';

export type TextFieldProps = FieldFrame & {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onEnter?: () => void;
  /** Shows ✕ in the box; names what it clears. */
  readonly clearLabel?: string;
  /** At the end of the box: a mark, a button. */
  readonly end?: ReactNode;
  /** After the box: a related button. */
  readonly beside?: ReactNode;
  readonly numeric?: boolean;
  /** Id of a further description, such as the row of the found character. */
  readonly describedBy?: string | undefined;
} & Pick<ComponentProps<'input'>, InputProps | MoreInputProps>;

export function TextField(props: TextFieldProps) {
  const { label, help, error, onChange, onEnter, clearLabel, end, ...rest } = props;
  const { beside, numeric, describedBy, ...input } = rest;
  return (
    <Field label={label} help={help} error={error}>
      {(control) => {
        const box = (
          <span className={cx('row-tight', styles.box)}>
            <input
              autoComplete="off"
              autoCapitalize="off"
              autoCorrect="off"
              spellCheck={false}
              {...input}
              {...control}
              aria-describedby={cx(control['aria-describedby'], describedBy) || undefined}
              className={cx('grow', styles.input, numeric && 'num')}
              onChange={(event) => onChange(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && !event.nativeEvent.isComposing) onEnter?.();
              }}
            />
            {clearLabel !== undefined && input.value !== '' && (
              <IconButton
                icon="close"
                label={clearLabel}
                className={styles.clear}
                onClick={() => {
                  onChange('');
                  document.getElementById(control.id)?.focus();
                }}
              />
            )}
            {end}
          </span>
        );
        return beside === undefined ? (
          box
        ) : (
          <span className={cx('row-tight', styles.beside)}>
            {box}
            {beside}
          </span>
        );
      }}
    </Field>
  );
}
