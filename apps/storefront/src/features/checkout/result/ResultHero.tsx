import type { OrderView } from '@webpay/contract/calls';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { formatDate } from '../../../i18n/format.ts';
import { RichText, useLang, useText } from '../../../i18n/text.tsx';
import { useConfigs } from '../../../api/page.tsx';
import { useMoney } from '../../goods/use-money.ts';
import { burst, celebrate } from '../../celebration/celebrate.ts';
import { ResultArt } from './ResultArt.tsx';
import { Chip } from '../../../ui/Chip/Chip.tsx';
import styles from './ResultHero.module.css';
import { latePayment, type ResultView } from './result-view.ts';
import { movedSum } from './result-texts.ts';

/** Length of a delivery's celebration. */
const DELIVERY_MS = 900;

export function ResultHero(props: {
  readonly order: OrderView;
  readonly view: ResultView;
  readonly title: string;
}) {
  const { order, view } = props;
  const t = useText();
  const money = useMoney();
  const lang = useLang();
  const heading = useRef<HTMLHeadingElement>(null);
  const backAt = order.refunded_at ?? latePayment(order)?.back_at ?? null;

  // A new outcome moves the focus to its headline, unless the player is elsewhere on the page.
  useEffect(() => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) {
      heading.current?.focus({ preventScroll: true });
    }
  }, [view.mood]);

  const headline = (
    <h1 ref={heading} tabIndex={-1}>
      {props.title}
    </h1>
  );
  if (view.mood === 'success') return <Paid order={order}>{headline}</Paid>;
  return (
    <>
      <ResultArt art={view.art} mood={view.mood} goods={order.items[0]?.image} />
      <div className={`${styles.words} ${styles.beside}`}>
        {headline}
        {view.text !== null && (
          <p className="muted">{t(view.text, { price: money(movedSum(order)) })}</p>
        )}
        {backAt !== null && (
          <p className="muted">
            {t('result.refunded_on', { day: formatDate(backAt, lang, 'day') })}
          </p>
        )}
      </div>
    </>
  );
}

function Paid(props: { readonly order: OrderView; readonly children: ReactNode }) {
  const { order } = props;
  const [first, ...more] = order.items;
  const t = useText();
  const money = useMoney();
  const { art } = useConfigs().theme;
  const scene = useRef<HTMLDivElement>(null);
  useDeliveryParty(order, scene);
  const extras = [
    { src: art['sparkles'], name: styles.sparkleStart },
    { src: art['sparkles'], name: styles.sparkleEnd },
    { src: art['gift'], name: styles.gift },
  ];
  return (
    <div className={styles.paid}>
      <div className={styles.stage}>
        <div ref={scene} className={styles.scene} aria-hidden="true">
          <div className={styles.pedestal} />
          <div className={styles.heap} data-count={Math.min(order.items.length, 3)}>
            {order.items.slice(0, 3).map((item) => (
              <img key={item.product_id} src={item.image} alt="" />
            ))}
          </div>
          {extras.map(
            ({ src, name }) =>
              src && <img key={name} className={`${styles.extra} ${name}`} src={src} alt="" />,
          )}
        </div>
      </div>
      <div className={styles.paidWords}>
        {props.children}
        <p className="muted">
          <RichText
            id="result.paid_for"
            values={{ price: money(order.total), name: order.role.name }}
            parts={[<b key="name" className={styles.name} />]}
          />
        </p>
        {/* Several items are listed below, each with its own. */}
        {more.length === 0 && first?.doubled === true && (
          <Chip tone="gold">{t('goods.first_doubled')}</Chip>
        )}
      </div>
    </div>
  );
}

/** Celebrates a delivery that happens while the player looks at the page (F06). */
function useDeliveryParty(order: OrderView, scene: RefObject<HTMLElement | null>): void {
  const isDelivered = order.delivery.state === 'delivered';
  const wasDelivered = useRef(isDelivered);
  useEffect(() => {
    if (!isDelivered || wasDelivered.current) return;
    wasDelivered.current = true;
    const box = scene.current?.getBoundingClientRect();
    if (box) void celebrate(DELIVERY_MS, (layer) => burst(layer, box));
  }, [isDelivered, scene]);
}
