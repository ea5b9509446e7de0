import type { ReactNode } from 'react';
import { navigate } from '../../router/history.ts';
import { useProject } from '../../api/page.tsx';
import { FailureBlock } from '../../features/support/FailureBlock.tsx';
import { ShopFrame } from '../../features/frame/ShopFrame.tsx';
import { SlowNote } from '../../features/frame/SlowNote.tsx';
import type { Target } from '../../features/checkout/payment/checkout.ts';
import { useChosenAt } from '../../features/checkout/payment/chosen-at.ts';
import { useText } from '../../i18n/text.tsx';
import { useHasPane } from '../../browser/use-has-pane.ts';
import { paths, isEventSource } from '../../router/paths.ts';
import { ErrorBlock } from '../../ui/EmptyState/EmptyState.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { BottomBar } from '../../ui/BottomBar/BottomBar.tsx';
import { Content, PanePart } from '../../ui/Frame/Frame.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/Skeleton/Skeleton.tsx';
import { TopBar } from '../../ui/TopBar/TopBar.tsx';
import type { Role } from '@webpay/contract/calls';
import { storage } from '../../browser/storage.ts';

/** Frames content that replaces the payment form. */
export function Outside(props: {
  readonly children: ReactNode;
  readonly footer?: ReactNode;
  readonly pane?: ReactNode;
}) {
  const t = useText();
  const project = useProject();
  return (
    <ShopFrame pane={props.pane}>
      <TopBar title={t('payment.title')} onBack={() => navigate(paths.goodsList(project))} />
      <Content>{props.children}</Content>
      {props.footer}
    </ShopFrame>
  );
}

export function CheckoutSkeleton({ onRetry }: { readonly onRetry: () => void }) {
  const hasPane = useHasPane();
  const order = (
    <>
      <Skeleton height="calc(var(--u) * 2.3)" />
      <Skeleton height="calc(var(--u) * 1.3)" />
    </>
  );
  return (
    <Outside
      pane={
        hasPane && (
          <PanePart>
            <SkeletonGroup className="stack-tight">
              {order}
              <Skeleton height="calc(var(--u) * 2)" />
              <Skeleton height="var(--cta)" />
            </SkeletonGroup>
          </PanePart>
        )
      }
    >
      <SlowNote text="goods.loading_long" onRetry={onRetry} />
      <SkeletonGroup className="stack-tight">
        {!hasPane && order}
        <Skeleton height="calc(var(--u) * 8)" />
        <Skeleton height="calc(var(--u) * 1.5)" />
      </SkeletonGroup>
    </Outside>
  );
}

export function GoodsFailed(props: { readonly failure: unknown; readonly onRetry: () => void }) {
  const t = useText();
  return (
    <Outside>
      <FailureBlock title={t('goods.failed')} fallback={t('goods.failed_text')} {...props} />
    </Outside>
  );
}

/** Explains that an item is not sold to this character. */
export function GoodsGone({ source }: Pick<Target, 'source'>) {
  const t = useText();
  const back = useChosenAt(source);
  return (
    <Outside
      footer={
        <BottomBar>
          <Button wide onClick={() => navigate(back)}>
            {t(source === 'cart' ? 'cart.view' : 'payment.to_shop')}
          </Button>
        </BottomBar>
      }
    >
      <ErrorBlock title={t('error.10009')}>{t('payment.nothing_text')}</ErrorBlock>
    </Outside>
  );
}

/** Asks before paying when another tab has logged in another character. */
export function OtherCharacter(props: {
  /** The character it was opened for; undefined: unknown. */
  readonly was: Pick<Role, 'name' | 'server_name'> | undefined;
  readonly now: Role;
  readonly target: Target;
}) {
  const { was, now, target } = props;
  const t = useText();
  const project = useProject();
  const [first] = target.products;
  // A cart belongs to its character: the other one's holds other goods.
  const fresh =
    target.source === 'cart' || !first
      ? paths.cart(project)
      : isEventSource(target.source)
        ? paths.activityPayment(project, { event: target.source, id: first.product_id })
        : paths.directPayment(project, { id: first.product_id, count: first.count });
  return (
    <Outside
      footer={
        <BottomBar>
          {/* Loads a new page, without the other character's checkout. */}
          <Button
            wide
            onClick={() => {
              storage.forget('checkout', project);
              window.location.replace(fresh);
            }}
          >
            {t('home.continue_as', { name: now.name })}
          </Button>
        </BottomBar>
      }
    >
      <ErrorBlock
        title={t('payment.other_title')}
        action={
          <Button kind="ghost" onClick={() => navigate(paths.goodsList(project))}>
            {t('payment.to_shop')}
          </Button>
        }
      >
        {was && <p>{t('payment.other_was', { name: was.name, server: was.server_name })}</p>}
        <p>{t('payment.other_text', { name: now.name, server: now.server_name })}</p>
        <p>{t('payment.not_charged')}</p>
      </ErrorBlock>
    </Outside>
  );
}
