import { CallRefused } from '../../api/failure.ts';
import { useConfigs } from '../../api/page.tsx';
import { failureMessage } from '../../features/support/code-message.ts';
import { QueryProvider } from '../../features/account/query.tsx';
import { useSession } from '../../features/account/use-session.ts';
import type { UserInfo } from '../../browser/storage.ts';
import { useText } from '../../i18n/text.tsx';
import { useSkeleton } from '../../ui/Skeleton/use-skeleton.ts';
import { FilledCart } from './FilledCart.tsx';
import { CartFailed, CartSkeleton, EmptyCart } from './States.tsx';
import { useBasket } from './use-basket.ts';

/** R09: the cart, the same on every device. */
export default function CartScreen() {
  const user = useSession();
  // Without a session the guard is already on its way home (R22).
  return user ? (
    <QueryProvider>
      <Cart user={user} />
    </QueryProvider>
  ) : null;
}

function Cart({ user }: { readonly user: UserInfo }) {
  const t = useText();
  const configs = useConfigs();
  const basket = useBasket(user);
  const { cart, failure } = basket;
  const isTold = failure instanceof CallRefused && failureMessage(t, failure, configs) === null;
  const isLoading = cart === undefined && (failure === null || isTold);
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
