import type { OrderEntry, Resolution } from '@webpay/contract/calls';
import { useState } from 'react';
import { serverNow } from '../../api/call.ts';
import { useProject } from '../../api/page.tsx';
import { Link } from '../../router/Link.tsx';
import { useMoney } from '../../features/goods/use-money.ts';
import { REQUEST_LABELS } from '../../features/support/requests/request-view.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLang, useText } from '../../i18n/text.tsx';
import { paths, withOrder } from '../../router/paths.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { GoodsImage } from '../../ui/GoodsImage/GoodsImage.tsx';
import { TimeLeft } from '../../ui/Countdown/TimeLeft.tsx';
import { orderStatus } from './order-view.ts';
import styles from './Orders.module.css';
import { StateChip } from './StateChip.tsx';
import { useOrderTexts } from './use-order-texts.ts';

/** Limit of distinguishable pictures in a stack. */
const STACKED = 3;

export function OrderCard(props: {
  readonly order: OrderEntry;
  /** The support request about it (F17). */
  readonly request: Resolution | null;
  /** Stands beside the list, on wide screens. */
  readonly isChosen: boolean;
  /** A press changes only the order beside the list. */
  readonly stays: boolean;
}) {
  const { order, request } = props;
  const t = useText();
  const money = useMoney();
  const project = useProject();
  const { nameOf, lineOf } = useOrderTexts();
  const lang = useLang();
  // Renders again when the countdown ends the order.
  const [, setIsOver] = useState(false);
  const status = orderStatus(order, serverNow());
  const line = lineOf(order);
  const asked = request && REQUEST_LABELS[request.state];
  return (
    <Link
      className={cx(styles.card, props.isChosen && styles.chosen)}
      to={withOrder(paths.orders(project), order.token)}
      aria-current={props.isChosen ? 'true' : undefined}
      stays={props.stays}
    >
      <span className={styles.thumbs} data-stack={order.items.length > 1 || undefined}>
        {order.items.slice(0, STACKED).map((item) => (
          <span key={item.product_id} className={styles.thumb}>
            <GoodsImage size="thumb" tier={3} picture={item.image} />
          </span>
        ))}
      </span>
      <span className={styles.what}>
        <b className={styles.name}>{nameOf(order)}</b>
        <StateChip status={status} />
        <span className={styles.number}>
          <b>{order.order_no}</b> <span>· {formatDate(order.created_at, lang, 'time')}</span>
        </span>
        {line !== '' && (
          <span className={`muted ${styles.line}`}>
            {line ?? (
              <>
                {t('result.kept_for')}{' '}
                <TimeLeft
                  endsAtMs={order.expires_at}
                  nowMs={serverNow}
                  onEnd={() => setIsOver(true)}
                />
              </>
            )}
          </span>
        )}
        {order.refunded && (
          <span className={`muted ${styles.line}`}>
            {t('result.refunded', { price: money(order.refunded) })}
          </span>
        )}
        {asked && (
          <span className={styles.asked} data-tone={asked.tone}>
            <Icon name="headset" />
            <span>
              {t('request.yours')} · <b>{t(asked.id)}</b>
            </span>
          </span>
        )}
      </span>
      <b className={`num ${styles.price}`}>{money(order.total)}</b>
    </Link>
  );
}
