import type { OrderView } from '@webpay/contract/calls';
import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { serverNow } from '../../../api/call.ts';
import { formatDate } from '../../../i18n/format.ts';
import { useLang, useText } from '../../../i18n/text.tsx';
import { paths } from '../../../router/paths.ts';
import { Content } from '../../../ui/Frame/Frame.tsx';
import { Icon } from '../../../ui/Icon/Icon.tsx';
import { Notice } from '../../../ui/Notice/Notice.tsx';
import { Panel } from '../../../ui/Panel/Panel.tsx';
import { Skeleton } from '../../../ui/Skeleton/Skeleton.tsx';
import { type Step, Steps } from '../../../ui/Steps/Steps.tsx';
import { textButtonClass } from '../../../ui/TextButton/TextButton.tsx';
import { useProject } from '../../../api/page.tsx';
import { Link } from '../../../router/Link.tsx';
import { paidNet } from '../../goods/paid-net.ts';
import { useMoney } from '../../goods/use-money.ts';
import { OrderItems } from '../../orders/OrderItems.tsx';
import { useHasPane } from '../../../browser/use-has-pane.ts';
import { storage } from '../../../browser/storage.ts';
import { SupportButton } from '../../support/SupportButton.tsx';
import { aboutOrder } from '../../support/support-facts.ts';
import { deliverySteps, isParked, stepsDone } from './delivery-steps.ts';
import { RetentionNote } from './RetentionNote.tsx';
import { linesOf } from './OrderAside.tsx';
import styles from './OrderResult.module.css';
import { OrderFacts } from './OrderFacts.tsx';
import { ResultHero } from './ResultHero.tsx';
import { codeOf, latePayment, type PayPlace, resultView } from './result-view.ts';
import { useStepTexts, useTitle } from './result-texts.ts';

// Few orders' pages need the cache of events; the result stands without both.
const OrderReward = lazy(() => import('./OrderReward.tsx').catch(() => ({ default: () => null })));
const GoesWell = lazy(() => import('./GoesWell.tsx').catch(() => ({ default: () => null })));
const Voucher = lazy(() => import('./Voucher.tsx'));
const Qr = lazy(() => import('./Qr.tsx'));

/** Pause between two delivery steps that appear. */
const STEP_MS = 400;

export type OrderResultProps = {
  readonly order: OrderView;
  readonly isOverdue: boolean;
  readonly payPlace: PayPlace;
  /** Paid by a wallet, as far as this browser knows. */
  readonly isWallet?: boolean;
  /** Another method than a card is available. */
  readonly hasNonCard?: boolean;
  /** Other payment methods of a failed order. */
  readonly otherWays?: ReactNode;
  /** Button that makes a new QR code. */
  readonly renewCode?: ReactNode;
  /** Replaces the three steps. */
  readonly timeline?: ReactNode;
  /** Names the payment in the facts; null: not known yet. */
  readonly paidWith?: string | null | undefined;
  /** Replaces the links to orders and support below the facts. */
  readonly below?: ReactNode;
};

/** Outcome of an order (F06): the page between top bar and bottom bar. */
export function OrderResult(props: OrderResultProps) {
  const { order, isOverdue, isWallet = false, hasNonCard = false } = props;
  const t = useText();
  const view = resultView(order, { nowMs: serverNow(), isOverdue, isWallet, hasNonCard });
  const title = useTitle(order, view);
  const done = stepsDone(order);
  const steps = useStepTexts(order, deliverySteps(order, useShownSteps(done)));
  const stepsNow = useStepTexts(order, deliverySteps(order, done));
  // A delayed delivery, or money that is not back yet, is a reason to contact support.
  const isDelayed =
    order.delivery.state === 'retrying' || order.surplus.some(({ back_at }) => back_at === null);
  useRemembered(order);
  const hasPane = useHasPane();
  const { action } = order;
  // A phone opens the wallet itself.
  const showsQr =
    action?.kind === 'qr' || (hasPane && action?.kind === 'redirect' && !!action.picture);

  return (
    <>
      <div className={styles.outcome} data-code={codeOf(order)}>
        <ResultHero order={order} view={view} title={title} />
        {showsQr && (
          <Panel className={styles.steps}>
            <Suspense fallback={<Skeleton height="calc(var(--u) * 12)" />}>
              <Qr
                key={action.kind === 'qr' ? action.ends_at : 0}
                order={order}
                action={action}
                renew={props.renewCode}
              />
            </Suspense>
          </Panel>
        )}
        {order.action?.kind === 'code' && (
          <Panel className={styles.steps}>
            <Suspense fallback={<Skeleton height="calc(var(--u) * 10)" />}>
              <Voucher order={order} action={order.action} />
            </Suspense>
          </Panel>
        )}
        {(view.showsSteps || props.timeline) && (
          <Panel className={styles.steps}>
            {props.timeline ?? <Steps label={t('result.steps')} steps={steps} />}
          </Panel>
        )}
      </div>
      <Content>
        {/* The only live region: polls announce nothing else. */}
        <p role="status" className="sr-only">
          {view.showsSteps ? spoken(title, stepsNow) : title}
        </p>
        <PartialRefundNotice order={order} />
        <OverpaymentNotices order={order} />
        {view.isPayable && (
          <RetentionNote expiresAtMs={order.expires_at}>
            {props.payPlace === 'character'
              ? t('result.kept_elsewhere', { name: order.role.name })
              : props.payPlace === 'link'
                ? t('mall.open_again')
                : undefined}
          </RetentionNote>
        )}
        {view.mood === 'failed' && !view.isPayable && !order.bought_elsewhere && (
          <Notice>{t('result.kept_over')}</Notice>
        )}
        {view.isPayable && props.otherWays}
        {!hasPane && (view.mood !== 'success' || order.items.length > 1) && (
          <OrderItems
            lines={linesOf(order)}
            total={order.total}
            role={order.role}
            isUnfolded={view.mood === 'success'}
          />
        )}
        {!hasPane && <OrderFacts order={order} paidWith={props.paidWith} />}
        {props.below ?? (
          <NextLinks
            order={order}
            withSupport={(view.mood !== 'success' || isDelayed) && !isParked(order)}
          />
        )}
        {/* Last, because nothing may move when it arrives. */}
        {!hasPane && (
          <Suspense fallback={null}>
            <OrderReward order={order} />
          </Suspense>
        )}
        {view.mood === 'success' && (
          <Suspense fallback={null}>
            <GoesWell order={order} />
          </Suspense>
        )}
      </Content>
    </>
  );
}

/** Links to the player's orders and to support. */
function NextLinks(props: { readonly order: OrderView; readonly withSupport: boolean }) {
  const { order } = props;
  const t = useText();
  const project = useProject();
  const look = `${textButtonClass} ${styles.support}`;
  return (
    <>
      {order.role.cid !== undefined && (
        <Link className={look} to={paths.orders(project)}>
          <Icon name="receipt" />
          {t('title.orders')}
        </Link>
      )}
      {props.withSupport && (
        <SupportButton className={look} about={aboutOrder(order)}>
          <Icon name="headset" />
          {t('result.support')}
        </SupportButton>
      )}
    </>
  );
}

/** Stores a paid order as the last purchase and removes its checkout, so that nothing leads to it again. */
function useRemembered(order: OrderView): void {
  const project = useProject();
  const { token, state } = order;
  const productId = order.items[0]?.product_id;
  // Before the paint: a player who leaves as soon as the result shows may buy the same again.
  useLayoutEffect(() => {
    if (state !== 'success' || productId === undefined) return;
    const checkout = storage.read('checkout', project);
    if (checkout?.token !== token) return;
    if (checkout.pay_id !== null) {
      storage.write('lastPurchase', { product_id: productId, pay_id: checkout.pay_id }, project);
    }
    storage.write('paidAt', Date.now(), project);
    storage.forget('checkout', project);
    // The cart now holds only the items that were left out of this purchase.
    storage.forget('cartLeftOut', project);
  }, [project, token, state, productId]);
}

function spoken(title: string, steps: readonly Step[]): string {
  const now =
    steps.find(({ state }) => state === 'now') ?? steps.find(({ state }) => state !== 'done');
  return now ? `${title}. ${now.title}` : title;
}

/** Refunded part of a paid order and the remaining amount. */
export function PartialRefundNotice({ order: { total, refunded } }: { readonly order: OrderView }) {
  const t = useText();
  const money = useMoney();
  if (!refunded) return null;
  return (
    <Notice role="status">
      <b>{t('result.refunded', { price: money(refunded) })}</b>
      <p className="num">
        {t('orders.paid_net')}: {money(paidNet(total, refunded))}
      </p>
    </Notice>
  );
}

/** Counts up to `wanted`, one step every 400 ms. Steps done before the page opened show at once. */
function useShownSteps(wanted: number): number {
  const [shown, setShown] = useState(wanted);
  useEffect(() => {
    if (shown >= wanted) return;
    const timer = setTimeout(() => setShown(shown + 1), STEP_MS);
    return () => clearTimeout(timer);
  }, [shown, wanted]);
  return shown;
}

/** Amounts paid beyond the order and their refunds, except the one in the headline. */
export function OverpaymentNotices({ order }: { readonly order: OrderView }) {
  const t = useText();
  const lang = useLang();
  const money = useMoney();
  const shown = latePayment(order);
  const others = order.surplus.filter((each) => each !== shown);
  return others.map(({ amount, back_at }, n) => (
    <Notice key={n} role="status">
      <b>{t('orders.paid_twice')}</b>
      <p className="num">
        {back_at === null
          ? t('orders.refund_started', { price: money(amount) })
          : `${t('result.refunded', { price: money(amount) })} · ${formatDate(back_at, lang, 'day')}`}
      </p>
    </Notice>
  ));
}
