import { useProject } from '../../api/page.tsx';
import type { UserInfo } from '../../browser/storage.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLang, useText } from '../../i18n/text.tsx';
import { Link } from '../../router/Link.tsx';
import { paths, withOrder } from '../../router/paths.ts';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { useMoney } from '../goods/use-money.ts';
import styles from './PendingStrip.module.css';
import { usePending } from './use-pending.ts';

/** "Waiting for your bank · $4.49 · See order", while a payment has no answer (F06). */
export function PendingStrip({ user }: { readonly user: UserInfo | undefined }) {
  const t = useText();
  const lang = useLang();
  const money = useMoney();
  const project = useProject();
  const pending = usePending(user);
  const [only, ...more] = pending;
  const orders = paths.orders(project);
  return (
    <div role="status">
      {only && (
        <Link
          className={styles.strip}
          to={more.length > 0 ? orders : withOrder(orders, only.token)}
        >
          <Icon name="clock" />
          <span className={styles.text}>
            {more.length > 0 ? (
              <b>{t('pending.many', { count: pending.length })}</b>
            ) : (
              <>
                <b>
                  {only.has_code
                    ? t('pending.code', { day: formatDate(only.expires_at, lang, 'day') })
                    : t(only.reason === 'action' ? 'result.action' : 'result.waiting')}
                </b>
                <b className="num">· {money(only.total)}</b>
              </>
            )}
          </span>
          <span className={styles.see}>
            {more.length > 0 ? t('title.orders') : t('pending.see')}
            <Icon name="next" />
          </span>
        </Link>
      )}
    </div>
  );
}
