import type { OrderEntry, Resolution } from '@webpay/contract/calls';
import { useState } from 'react';
import { serverNow } from '../../api/call.ts';
import { useProject } from '../../api/page.tsx';
import { Link } from '../../router/Link.tsx';
import { useMoney } from '../../features/goods/use-money.ts';
import { REQUEST_LABELS } from '../../features/support/requests/request-view.ts';
import { useText } from '../../i18n/text.tsx';
import { paths, withOrder } from '../../router/paths.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { GoodsImage } from '../../ui/GoodsImage/GoodsImage.tsx';
import { TimeLeft } from '../../ui/Countdown/TimeLeft.tsx';
import { toneClass } from '../../ui/tone/tone.ts';
import { orderStatus } from './order-view.ts';
import styles from './Orders.module.css';
import { useOrderTexts } from './use-order-texts.ts';

/** Limit of distinguishable pictures in a stack. */
const STACKED = 3;

export function OrderCard(props: {
  readonly order: OrderEntry;
  /** The support request about it (F17). */
  readonly request: Resolution | null;
  /** Marked on wide screens, where the order stands beside the list. */
  readonly isSeen: boolean;
  readonly onLook: () => void;
}) {
  const { order, request } = props;
  const t = useText();
  const money = useMoney();
  const project = useProject();
  const { nameOf, lineOf } = useOrderTexts();
  // Renders again when the countdown ends the order.
  const [, setIsOver] = useState(false);
  const status = orderStatus(order, serverNow());
  const asked = request && REQUEST_LABELS[request.state];
  return (
    <Link
      className={cx(styles.card, props.isSeen && styles.seen)}
      to={withOrder(paths.orders(project), order.token)}
      onLook={props.onLook}
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
        {/* Shows the state by a dot and a text, never by colour alone. A changed text fades in. */}
        <span
          key={status.chip}
          className={cx(
            styles.chip,
            status.tone === 'quiet' ? styles.quiet : toneClass(status.tone),
          )}
        >
          {t(status.chip)}
        </span>
        <span className={`muted ${styles.line}`}>
          {lineOf(order) ?? (
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
        <b className={`num ${styles.price}`}>{money(order.total)}</b>
      </span>
    </Link>
  );
}
