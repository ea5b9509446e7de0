import type { Goods } from '@webpay/contract/calls';
import type { UserInfo } from '../../browser/storage.ts';
import { useAddToCart } from '../../features/cart/use-add-to-cart.ts';
import { reachesReward } from '../../features/events/reward/reaches-reward.ts';
import { rewardProgress } from '../../features/events/reward/reward-progress.ts';
import { useRewardText } from '../../features/events/reward/use-reward-text.ts';
import { rewardEventOf } from '../../features/events/shown-events.tsx';
import { useShownEvents } from '../../features/events/use-shown-events.ts';
import { Offers } from '../../features/goods/Offers.tsx';
import { useText } from '../../i18n/text.tsx';
import type { FilledBasket } from './use-basket.ts';

/** Top-ups that bring the ticked items nearer to the next reward; a press puts one into the cart (F09). */
export function NextReward({
  user,
  basket,
}: {
  readonly user: UserInfo;
  readonly basket: FilledBasket;
}) {
  const t = useText();
  const textOf = useRewardText();
  const { ensure } = useAddToCart(user);
  const { goods: list, cart, ticked } = basket;
  const points = rewardEventOf(useShownEvents(user, list?.activities ?? []))?.reward_points;
  if (!points || !list) return null;
  const progress = rewardProgress(points, ticked);
  if (progress.kind !== 'ahead') return null;
  const inCart = new Set(cart.items.map(({ product_id }) => product_id));
  const others = list.goods.filter(({ product_id }) => !inCart.has(product_id));
  const goods = reachesReward(others, ticked, points);
  if (goods.length === 0) return null;

  async function put(each: Goods): Promise<void> {
    if ((await ensure([each])) === null) return;
    // The pressed card is gone; the heading tells the new count.
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }

  return (
    <Offers
      title={t('cart.next_reward')}
      note={textOf(progress)}
      goods={goods}
      onSelect={(each) => void put(each)}
    />
  );
}
