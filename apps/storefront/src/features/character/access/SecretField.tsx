import { useState } from 'react';
import { useText } from '../../../i18n/text.tsx';
import { IconButton } from '../../../ui/IconButton/IconButton.tsx';
import { TextField, type TextFieldProps } from '../../../ui/Field/TextField.tsx';
import styles from './Access.module.css';

export function SecretField(
  props: Omit<TextFieldProps, 'type' | 'end' | 'autoComplete'> & {
    readonly autoComplete: 'current-password' | 'new-password';
  },
) {
  const t = useText();
  const [isShown, setIsShown] = useState(false);
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      end={
        <IconButton
          icon={isShown ? 'eye-off' : 'eye'}
          label={`${t('access.show')}: ${props.label}`}
          pressed={isShown}
          className={styles.eye}
          onClick={() => setIsShown(!isShown)}
        />
      }
    />
  );
}
