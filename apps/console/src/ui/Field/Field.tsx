import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { type InputHTMLAttributes, type Ref, useId, useState } from 'react';
import { IconButton } from '../Button/Button.tsx';
import styles from './Field.module.css';

export type FieldProps = {
  readonly label: string;
  readonly help?: string;
  /** Sentence that says why the value is refused. */
  readonly error?: string | null;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly size?: 'normal' | 'large';
  readonly inputRef?: Ref<HTMLInputElement>;
} & Pick<
  InputHTMLAttributes<HTMLInputElement>,
  | 'type'
  | 'autoComplete'
  | 'autoFocus'
  | 'inputMode'
  | 'list'
  | 'maxLength'
  | 'minLength'
  | 'pattern'
  | 'placeholder'
  | 'required'
  | 'spellCheck'
  | 'name'
>;

/** A labelled input. A password can be shown. */
export function Field({
  label,
  help,
  error = null,
  value,
  onValue,
  size = 'normal',
  inputRef,
  type = 'text',
  ...rest
}: FieldProps) {
  const id = useId();
  const [isShown, setIsShown] = useState(false);
  const isPassword = type === 'password';
  const said = [help === undefined ? '' : `${id}-help`, error === null ? '' : `${id}-error`];
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <div className={styles['box']} data-size={size} data-bad={error !== null || undefined}>
        <input
          autoCapitalize="none"
          {...rest}
          ref={inputRef}
          id={id}
          type={isPassword && isShown ? 'text' : type}
          value={value}
          aria-invalid={error !== null || undefined}
          aria-describedby={said.filter(Boolean).join(' ') || undefined}
          onChange={(event) => onValue(event.currentTarget.value)}
        />
        {isPassword && (
          <IconButton
            label={isShown ? 'Hide the password' : 'Show the password'}
            onClick={() => setIsShown(!isShown)}
          >
            {isShown ? <IconEyeOff aria-hidden /> : <IconEye aria-hidden />}
          </IconButton>
        )}
      </div>
      {help !== undefined && (
        <p id={`${id}-help`} className={styles['help']}>
          {help}
        </p>
      )}
      {error !== null && (
        <p id={`${id}-error`} className={styles['error']}>
          {error}
        </p>
      )}
    </div>
  );
}
