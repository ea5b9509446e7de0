import { CallRefused } from '../../api/failure.ts';
import { useConfigs } from '../../api/page.tsx';
import { failureMessage } from '../../features/support/code-message.ts';
import { withSession } from '../../features/account/with-session.tsx';
import type { UserInfo } from '../../browser/storage.ts';
import { useText } from '../../i18n/text.tsx';
import { useSkeleton } from '../../ui/Skeleton/use-skeleton.ts';
import { FilledCart } from './FilledCart.tsx';
import { CartFailed, CartSkeleton, EmptyCart } from './States.tsx';
import { useBasket } from './use-basket.ts';

export default withSession(Cart);

/** R09: the cart, the same on every device. */
function Cart({ user }: { readonly user: UserInfo }) {
  const t = useText();
  const configs = useConfigs();
  const basket = useBasket(user);
  const { cart, failure } = basket;
  const isHandled = failure instanceof CallRefused && failureMessage(t, failure, configs) === null;
  const isLoading = cart === undefined && (failure === null || isHandled);
  const showsSkeleton = useSkeleton(isLoading);
  if (isLoading || showsSkeleton) return <CartSkeleton onRetry={basket.retry} />;
  if (cart !== undefined) {
    return cart.items.length === 0 ? (
      <EmptyCart name={user.role.name} />
    ) : (
      <FilledCart user={user} basket={{ ...basket, cart }} />
    );
  }
  return <CartFailed failure={failure} isFetching={basket.isFetching} onRetry={basket.retry} />;
}
