import { CallRefused } from '../../api/failure.ts';
import { useConfigs } from '../../api/page.tsx';
import { againAfter, failureMessage } from '../../features/support/code-message.ts';
import { EmptyScene } from '../../features/frame/EmptyScene.tsx';
import { ShopLegal } from '../../features/frame/ShopLegal.tsx';
import { SlowNote } from '../../features/frame/SlowNote.tsx';
import { LogOut } from '../../features/account/LogOut.tsx';
import { SupportButton } from '../../features/support/SupportButton.tsx';
import { useText } from '../../i18n/text.tsx';
import { ErrorBlock } from '../../ui/EmptyState/EmptyState.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/Skeleton/Skeleton.tsx';
import { textButtonClass } from '../../ui/TextButton/TextButton.tsx';
import type { Orders } from './use-orders.ts';

/** Three cards at their final height. */
export function OrdersSkeleton({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <>
      <SlowNote text="goods.loading_long" onRetry={onRetry} />
      <SkeletonGroup className="stack-tight">
        <Skeleton width="30%" height="calc(var(--u) * 0.5)" />
        <Skeleton height="calc(var(--u) * 2.2)" />
        <Skeleton height="calc(var(--u) * 2.2)" />
        <Skeleton height="calc(var(--u) * 2.2)" />
      </SkeletonGroup>
    </>
  );
}

export function OrdersFailed({ orders }: { readonly orders: Orders }) {
  const t = useText();
  const configs = useConfigs();
  const { failure } = orders;
  const requestId = failure instanceof CallRefused ? failure.requestId : null;
  return (
    <ErrorBlock
      title={t('orders.failed')}
      onRetry={againAfter(failure, orders.retry)}
      busy={orders.isAsking}
      requestId={requestId}
      action={
        <SupportButton className={textButtonClass} about={{ requestId }}>
          <Icon name="headset" />
          {t('result.support')}
        </SupportButton>
      }
    >
      <p>{failureMessage(t, failure, configs)}</p>
      <p>{t('maintenance.text')}</p>
    </ErrorBlock>
  );
}

export function NoOrders({ onShop }: { readonly onShop: () => void }) {
  const t = useText();
  return (
    <EmptyScene
      title={t('orders.empty')}
      action={t('payment.to_shop')}
      onAction={onShop}
      end={<ShopLegal more={<LogOut />} />}
    >
      {t('orders.empty_text')}
    </EmptyScene>
  );
}
