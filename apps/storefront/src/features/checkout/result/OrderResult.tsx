import type { OrderView } from '@webpay/contract/calls';
import { type ReactNode, useEffect } from 'react';
import { serverNow } from '../../../api/call.ts';
import { useText } from '../../../i18n/text.tsx';
import { paths } from '../../../router/paths.ts';
import { Content } from '../../../ui/Frame/Frame.tsx';
import { Icon } from '../../../ui/Icon/Icon.tsx';
import { Notice } from '../../../ui/Notice/Notice.tsx';
import { Panel } from '../../../ui/Panel/Panel.tsx';
import { Steps } from '../../../ui/Steps/Steps.tsx';
import { textButtonClass } from '../../../ui/TextButton/TextButton.tsx';
import { useProject } from '../../../api/page.tsx';
import { Link } from '../../../router/Link.tsx';
import { OrderItems } from '../../orders/OrderItems.tsx';
import { forgetCheckout } from '../payment/checkout.ts';
import { storage } from '../../../browser/storage.ts';
import { SupportButton } from '../../support/SupportButton.tsx';
import { aboutOrder } from '../../support/support-facts.ts';
import { deliverySteps, stepsDone } from './delivery-steps.ts';
import { RetentionNote } from './RetentionNote.tsx';
import { linesOf } from './lines-of.ts';
import styles from './OrderResult.module.css';
import { OrderFacts } from './OrderFacts.tsx';
import { PartBack } from './PartBack.tsx';
import { ResultHero } from './ResultHero.tsx';
import { type PayPlace, resultView } from './result-view.ts';
import { useStepTexts, useTitle } from './result-words.ts';
import { SurplusNotices } from './SurplusNotices.tsx';
import { useTicks } from './use-ticks.ts';

export type OrderResultProps = {
  readonly order: OrderView;
  readonly isOverdue: boolean;
  readonly payPlace: PayPlace;
  /** Paid by a wallet, as far as this browser knows. */
  readonly isWallet?: boolean;
  /** A way that is no card can be tried next. */
  readonly hasWallet?: boolean;
  /** Between the facts of a failed order: other ways to pay. */
  readonly otherWays?: ReactNode;
  /** Below the facts, instead of the ways to the orders and to support. */
  readonly below?: ReactNode;
};

/** What became of an order (F06): the page between bar and foot. */
export function OrderResult(props: OrderResultProps) {
  const { order, isOverdue, isWallet = false, hasWallet = false } = props;
  const t = useText();
  const view = resultView(order, { nowMs: serverNow(), isOverdue, isWallet, hasWallet });
  const title = useTitle(order, view);
  const done = stepsDone(order);
  const steps = useStepTexts(order, deliverySteps(order, useTicks(done)));
  const stepsNow = useStepTexts(order, deliverySteps(order, done));
  // Paid and not yet there: that, too, is a reason to ask.
  const isHeldUp = order.delivery.state === 'retrying';
  useRemembered(order);

  return (
    <>
      <ResultHero order={order} view={view} title={title} />
      <Content>
        {/* Polls change this one line and nothing else speaks. */}
        <p role="status" className="sr-only">
          {view.showsSteps ? spoken(title, stepsNow) : title}
        </p>
        {view.showsSteps && (
          <Panel>
            <Steps label={t('result.steps')} steps={steps} />
          </Panel>
        )}
        <PartBack order={order} />
        <SurplusNotices order={order} />
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
        {(view.mood !== 'success' || order.items.length > 1) && (
          <OrderItems
            lines={linesOf(order)}
            total={order.total}
            character={order.role.name}
            server={order.role.server_name}
            isUnfolded={view.mood === 'success'}
          />
        )}
        <OrderFacts order={order} />
        {props.below ?? <WaysOn order={order} withSupport={view.mood !== 'success' || isHeldUp} />}
      </Content>
    </>
  );
}

/** The way to this order among the others, for its own player, and to somebody who helps. */
function WaysOn({
  order,
  withSupport,
}: {
  readonly order: OrderView;
  readonly withSupport: boolean;
}) {
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
      {withSupport && (
        <SupportButton className={look} about={aboutOrder(order)}>
          <Icon name="headset" />
          {t('result.support')}
        </SupportButton>
      )}
    </>
  );
}

/** A paid order is not paid again: its checkout is over, and next time it is one tap away. */
function useRemembered(order: OrderView): void {
  const project = useProject();
  const { token, state } = order;
  const productId = order.items[0]?.product_id;
  useEffect(() => {
    if (state !== 'success' || productId === undefined) return;
    const checkout = storage.read('checkout', project);
    if (checkout?.token !== token) return;
    if (checkout.pay_id !== null) {
      storage.write('lastPurchase', { product_id: productId, pay_id: checkout.pay_id }, project);
    }
    forgetCheckout(project, token);
  }, [project, token, state, productId]);
}

function spoken(title: string, steps: readonly { state: string; title: string }[]): string {
  const now =
    steps.find((step) => step.state === 'now') ?? steps.find((step) => step.state !== 'done');
  return now ? `${title}. ${now.title}` : title;
}
