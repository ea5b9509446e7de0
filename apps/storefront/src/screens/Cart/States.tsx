import type { ReactNode } from 'react';
import { navigate } from '../../router/history.ts';
import { CallRefused } from '../../api/failure.ts';
import { useConfigs, useProject } from '../../api/page.tsx';
import { againAfter, failureMessage } from '../../features/support/code-message.ts';
import { EmptyScene } from '../../features/frame/EmptyScene.tsx';
import { ShopFrame } from '../../features/frame/ShopFrame.tsx';
import { SlowNote } from '../../features/frame/SlowNote.tsx';
import { LanguageSwitch } from '../../features/frame/LanguageSwitch.tsx';
import { useText } from '../../i18n/text.tsx';
import { paths } from '../../router/paths.ts';
import { ErrorBlock } from '../../ui/EmptyState/EmptyState.tsx';
import { Content } from '../../ui/Frame/Frame.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/Skeleton/Skeleton.tsx';
import { TopBar } from '../../ui/TopBar/TopBar.tsx';

export function useWayBack(): () => void {
  const project = useProject();
  return () => navigate(paths.goodsList(project));
}

function Outside(props: { readonly children: ReactNode }) {
  const t = useText();
  const goBack = useWayBack();
  return (
    <ShopFrame>
      <TopBar title={t('cart.title')} onBack={goBack} end={<LanguageSwitch />} />
      <Content>{props.children}</Content>
    </ShopFrame>
  );
}

/** Heights equal those of the character line, two rows and the limit bar. */
export function CartSkeleton({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <Outside>
      <SlowNote text="cart.loading_long" onRetry={onRetry} />
      <SkeletonGroup className="stack">
        <Skeleton width="60%" height="calc(var(--u) * 0.6)" />
        <Skeleton height="calc(var(--u) * 2.4)" />
        <Skeleton height="calc(var(--u) * 2.4)" />
        <Skeleton height="calc(var(--u) * 0.7)" />
      </SkeletonGroup>
    </Outside>
  );
}

export function CartFailed(props: {
  readonly failure: unknown;
  readonly isFetching: boolean;
  readonly onRetry: () => void;
}) {
  const t = useText();
  const configs = useConfigs();
  const { failure } = props;
  return (
    <Outside>
      <ErrorBlock
        title={t('cart.failed')}
        onRetry={againAfter(failure, props.onRetry)}
        busy={props.isFetching}
        requestId={failure instanceof CallRefused ? failure.requestId : null}
      >
        <p>{failureMessage(t, failure, configs)}</p>
        <p>{t('cart.failed_text')}</p>
      </ErrorBlock>
    </Outside>
  );
}

/** `name`: the character's name. */
export function EmptyCart({ name }: { readonly name: string }) {
  const t = useText();
  const goBack = useWayBack();
  return (
    <EmptyScene title={t('cart.empty')} action={t('cart.empty_action')} onAction={goBack}>
      {t('goods.order_none', { name })}
    </EmptyScene>
  );
}
