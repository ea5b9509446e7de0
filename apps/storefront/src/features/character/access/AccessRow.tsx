import { useText } from '../../../i18n/text.tsx';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/Icon/Icon.tsx';
import type { UserInfo } from '../../../browser/storage.ts';
import styles from './AccessRow.module.css';
import { useAccess } from './use-access.tsx';

/** Shows whether the character is protected and opens the dialog. */
export function AccessRow({ user }: { readonly user: UserInfo }) {
  const t = useText();
  const access = useAccess(user);
  return (
    <>
      <button
        type="button"
        className={cx('row-tight muted', styles.row)}
        aria-haspopup="dialog"
        onClick={() => access.open()}
      >
        <Icon name={user.has_pwd ? 'lock' : 'shield'} />
        <span>{t(user.has_pwd ? 'access.protected' : 'access.protect')}</span>
        <Icon name="next" />
      </button>
      {access.sheet}
    </>
  );
}
