import type { ReactNode } from 'react';
import { navigate } from '../../router/history.ts';
import { useProject } from '../../api/page.tsx';
import { FailureBlock } from '../../features/support/FailureBlock.tsx';
import { ShopFrame } from '../../features/frame/ShopFrame.tsx';
import { SlowNote } from '../../features/frame/SlowNote.tsx';
import type { Target } from '../../features/checkout/payment/checkout.ts';
import { useChosenAt } from '../../features/checkout/payment/chosen-at.ts';
import { useText } from '../../i18n/text.tsx';
import { paths } from '../../router/paths.ts';
import { ErrorBlock } from '../../ui/EmptyState/EmptyState.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { BottomBar } from '../../ui/BottomBar/BottomBar.tsx';
import { Content } from '../../ui/Frame/Frame.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/Skeleton/Skeleton.tsx';
import { TopBar } from '../../ui/TopBar/TopBar.tsx';

/** Frames content that replaces the payment form. */
export function Outside(props: { readonly children: ReactNode; readonly footer?: ReactNode }) {
  const t = useText();
  const project = useProject();
  return (
    <ShopFrame>
      <TopBar title={t('payment.title')} onBack={() => navigate(paths.goodsList(project))} />
      <Content>{props.children}</Content>
      {props.footer}
    </ShopFrame>
  );
}

export function CheckoutSkeleton({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <Outside>
      <SlowNote text="goods.loading_long" onRetry={onRetry} />
      <SkeletonGroup className="stack-tight">
        <Skeleton height="calc(var(--u) * 2.3)" />
        <Skeleton height="calc(var(--u) * 1.3)" />
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
