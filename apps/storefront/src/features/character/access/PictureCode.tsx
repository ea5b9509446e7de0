import { useText } from '../../../i18n/text.tsx';
import { cx } from '../../../ui/cx.ts';
import { IconButton } from '../../../ui/IconButton/IconButton.tsx';
import { Skeleton } from '../../../ui/Skeleton/Skeleton.tsx';
import { textButtonClass } from '../../../ui/TextButton/TextButton.tsx';
import { TextField, type TextFieldProps } from '../../../ui/Field/TextField.tsx';
import { SupportButton } from '../../support/SupportButton.tsx';
import styles from './Access.module.css';
import type { Picture } from './use-picture.ts';

/** Image code, with buttons for another image and for customer service. */
export function PictureCode(props: Omit<TextFieldProps, 'label'> & { readonly picture: Picture }) {
  const { picture, ...field } = props;
  const t = useText();
  return (
    <div className="stack-tight">
      <div className="row">
        <span
          className={cx('grow', styles.plate)}
          aria-busy={picture.state === 'loading' || undefined}
        >
          {picture.state === 'failed' ? (
            <span role="alert">{t('access.picture_failed')}</span>
          ) : picture.image === null ? (
            <Skeleton height="100%" />
          ) : (
            <img src={picture.image} alt={t('access.picture_alt')} width={240} height={80} />
          )}
        </span>
        <IconButton
          icon="swap"
          label={t('access.picture_new')}
          look="soft"
          onClick={() => {
            field.onChange('');
            picture.renew();
          }}
        />
      </div>
      <TextField {...field} label={t('access.picture')} autoCapitalize="characters" />
      <div className={cx('muted', styles.help)}>
        <span>{t('access.picture_help')}</span>
        <SupportButton className={textButtonClass}>{t('payment.contact')}</SupportButton>
      </div>
    </div>
  );
}
