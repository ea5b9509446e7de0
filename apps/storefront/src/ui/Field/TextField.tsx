import { type InputHTMLAttributes, type ReactNode, type Ref, useRef } from 'react';
import { cx } from '../cx.ts';
import { Field, type FieldFrame } from './Field.tsx';
import styles from './Field.module.css';
import { IconButton } from '../IconButton/IconButton.tsx';

type InputProps = InputHTMLAttributes<HTMLInputElement>;

export type TextFieldProps = FieldFrame & {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  readonly onEnter?: () => void;
  readonly type?: 'text' | 'password' | 'email' | 'tel';
  readonly inputMode?: InputProps['inputMode'];
  readonly autoComplete?: string;
  readonly autoCapitalize?: string;
  readonly enterKeyHint?: InputProps['enterKeyHint'];
  readonly placeholder?: string;
  readonly maxLength?: number;
  readonly disabled?: boolean;
  /** Shows ✕ in the box; names what it clears. */
  readonly clearLabel?: string;
  /** At the end of the box: a mark, a button. */
  readonly end?: ReactNode;
  /** After the box: a related button. */
  readonly beside?: ReactNode;
  readonly numeric?: boolean;
  /** Id of a further description, such as the row of the found character. */
  readonly describedBy?: string | undefined;
  readonly ref?: Ref<HTMLInputElement>;
};

export function TextField(props: TextFieldProps) {
  const own = useRef<HTMLInputElement>(null);
  return (
    <Field label={props.label} help={props.help} error={props.error}>
      {(control) => {
        const box = (
          <span className={styles.box}>
            <input
              {...control}
              aria-describedby={cx(control['aria-describedby'], props.describedBy) || undefined}
              ref={(input) => {
                own.current = input;
                if (typeof props.ref === 'function') return props.ref(input);
                if (props.ref) props.ref.current = input;
                return undefined;
              }}
              className={cx(styles.input, props.numeric && 'num')}
              type={props.type ?? 'text'}
              value={props.value}
              onChange={(event) => props.onChange(event.target.value)}
              onBlur={props.onBlur}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && !event.nativeEvent.isComposing) props.onEnter?.();
              }}
              inputMode={props.inputMode}
              autoComplete={props.autoComplete ?? 'off'}
              autoCapitalize={props.autoCapitalize ?? 'off'}
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint={props.enterKeyHint}
              placeholder={props.placeholder}
              maxLength={props.maxLength}
              disabled={props.disabled}
            />
            {props.clearLabel !== undefined && props.value !== '' && (
              <IconButton
                icon="close"
                label={props.clearLabel}
                className={styles.clear}
                onClick={() => {
                  props.onChange('');
                  own.current?.focus();
                }}
              />
            )}
            {props.end}
          </span>
        );
        return props.beside === undefined ? (
          box
        ) : (
          <span className={styles.row}>
            {box}
            {props.beside}
          </span>
        );
      }}
    </Field>
  );
}
