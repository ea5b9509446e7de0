import { useConfigs } from '../../features/config/page.tsx';
import { BarCart } from '../../features/frame/BarCart.tsx';
import { ShelfSkeleton } from '../../features/frame/ShelfSkeleton.tsx';
import { ShopBar } from '../../features/frame/ShopBar.tsx';
import { ShopFrame } from '../../features/frame/ShopFrame.tsx';
import { HeroScene } from '../../ui/HeroScene.tsx';

/** Home of a returning player until the browser's storage says who it is. */
export function BackSkeleton() {
  const configs = useConfigs();
  return (
    <ShopFrame>
      <HeroScene size="strip" bar={<ShopBar end={<BarCart />} />} cast={configs.theme.cast} />
      <ShelfSkeleton withStrip />
    </ShopFrame>
  );
}
