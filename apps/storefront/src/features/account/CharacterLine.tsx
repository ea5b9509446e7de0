import type { Role } from '@webpay/contract/calls';
import { RichText } from '../../i18n/text.tsx';
import { cx } from '../../ui/cx.ts';
import { LazyImage } from '../../ui/LazyImage/LazyImage.tsx';
import { useConfigs } from '../../api/page.tsx';
import styles from './CharacterLine.module.css';

/** One line under a plain bar that keeps the recipient in sight while the list scrolls (interface.md §1: 4). */
export function CharacterLine({ role }: { readonly role: Role }) {
  const { theme, resource_configs } = useConfigs();
  return (
    <p className={cx('row-tight muted', styles.recipient)}>
      <LazyImage
        className={styles.face}
        src={theme.art['avatar'] ?? resource_configs.icon}
        alt=""
        eager
      />
      <span className={styles.words} title={`${role.name} · ${role.server_name}`}>
        <RichText
          id="payment.for"
          values={{ name: role.name, server: role.server_name }}
          parts={[<b key="name" className={styles.name} />]}
        />
      </span>
    </p>
  );
}
