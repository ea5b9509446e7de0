import type { ReactNode } from 'react';
import { navigate } from '../../router/history.ts';
import { CallRefused } from '../../api/failure.ts';
import { useConfigs, useProject } from '../../api/page.tsx';
import { failureMessage } from '../../features/support/code-message.ts';
import { FailureBlock } from '../../features/support/FailureBlock.tsx';
import { withSession } from '../../features/account/with-session.tsx';
import { EmptyScene } from '../../features/frame/EmptyScene.tsx';
import { ShopFrame } from '../../features/frame/ShopFrame.tsx';
import { SlowNote } from '../../features/frame/SlowNote.tsx';
import { LanguageSwitch } from '../../features/frame/LanguageSwitch.tsx';
import type { UserInfo } from '../../browser/storage.ts';
import { useText } from '../../i18n/text.tsx';
import { paths } from '../../router/paths.ts';
import { Content } from '../../ui/Frame/Frame.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/Skeleton/Skeleton.tsx';
import { useSkeleton } from '../../ui/Skeleton/use-skeleton.ts';
import { TopBar } from '../../ui/TopBar/TopBar.tsx';
import { FilledCart } from './FilledCart.tsx';
import { useBasket } from './use-basket.ts';

export default withSession(Cart);

/** R09: the cart, the same on every device. */
function Cart({ user }: { readonly user: UserInfo }) {
  const t = useText();
  const configs = useConfigs();
  const project = useProject();
  const basket = useBasket(user);
  const { cart, failure } = basket;
  const isHandled = failure instanceof CallRefused && failureMessage(t, failure, configs) === null;
  const isLoading = cart === undefined && (failure === null || isHandled);
  const showsSkeleton = useSkeleton(isLoading);
  const goBack = () => navigate(paths.goodsList(project));
  if (isLoading || showsSkeleton) {
    return (
      <Outside onBack={goBack}>
        <CartSkeleton onRetry={basket.retry} />
      </Outside>
    );
  }
  if (cart === undefined) {
    return (
      <Outside onBack={goBack}>
        <FailureBlock
          title={t('cart.failed')}
          failure={failure}
          onRetry={basket.retry}
          busy={basket.isFetching}
        >
          {t('cart.failed_text')}
        </FailureBlock>
      </Outside>
    );
  }
  if (cart.items.length > 0) {
    return <FilledCart user={user} basket={{ ...basket, cart }} onBack={goBack} />;
  }
  return (
    <EmptyScene
      set="stall"
      title={t('cart.empty')}
      action={t('cart.empty_action')}
      onAction={goBack}
    >
      {t('goods.order_none', { name: user.role.name })}
    </EmptyScene>
  );
}

function Outside(props: { readonly onBack: () => void; readonly children: ReactNode }) {
  const t = useText();
  return (
    <ShopFrame>
      <TopBar title={t('cart.title')} onBack={props.onBack} end={<LanguageSwitch />} />
      <Content>{props.children}</Content>
    </ShopFrame>
  );
}

/** Heights equal those of the character line, two rows and the limit bar. */
function CartSkeleton({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <>
      <SlowNote text="cart.loading_long" onRetry={onRetry} />
      <SkeletonGroup className="stack">
        <Skeleton width="60%" height="calc(var(--u) * 0.6)" />
        <Skeleton height="calc(var(--u) * 2.4)" />
        <Skeleton height="calc(var(--u) * 2.4)" />
        <Skeleton height="calc(var(--u) * 0.7)" />
      </SkeletonGroup>
    </>
  );
}
