import { useConfigs } from '../../api/page.tsx';
import { BarCart } from '../../features/frame/BarCart.tsx';
import { GoodsSkeleton } from '../../features/frame/GoodsSkeleton.tsx';
import { ShopBar } from '../../features/frame/ShopBar.tsx';
import { ShopFrame } from '../../features/frame/ShopFrame.tsx';
import { PanePart } from '../../ui/Frame/Frame.tsx';
import { HeroScene } from '../../ui/HeroScene/HeroScene.tsx';
import { Skeleton } from '../../ui/Skeleton/Skeleton.tsx';

/** Home of a returning player until the browser's storage names the character. */
export function ReturningVisitorSkeleton() {
  const configs = useConfigs();
  return (
    <ShopFrame
      rail={<Skeleton height="calc(var(--u) * 6)" />}
      pane={
        <PanePart>
          <Skeleton height="calc(var(--u) * 4)" />
        </PanePart>
      }
    >
      <HeroScene size="strip" bar={<ShopBar end={<BarCart />} />} cast={configs.theme.cast} />
      <GoodsSkeleton withStrip />
    </ShopFrame>
  );
}
