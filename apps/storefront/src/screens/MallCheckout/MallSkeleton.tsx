import { ShopFrame } from '../../features/frame/ShopFrame.tsx';
import { SlowNote } from '../../features/frame/SlowNote.tsx';
import { useText } from '../../i18n/text.tsx';
import { Content } from '../../ui/Frame/Frame.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/Skeleton/Skeleton.tsx';
import { TopBar } from '../../ui/TopBar/TopBar.tsx';

export function MallSkeleton({ onRetry }: { readonly onRetry: () => void }) {
  const t = useText();
  return (
    <ShopFrame>
      <TopBar title={t('payment.title')} />
      <Content>
        <SlowNote text="goods.loading_long" onRetry={onRetry} />
        <SkeletonGroup>
          <Skeleton height="calc(var(--u) * 2.3)" />
          <br />
          <Skeleton height="calc(var(--u) * 8)" />
        </SkeletonGroup>
      </Content>
    </ShopFrame>
  );
}
