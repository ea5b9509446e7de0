import { useHasPane } from '../../browser/use-has-pane.ts';
import { navigate } from '../../router/history.ts';
import { useLocation } from '../../router/location.tsx';
import { useProject } from '../../api/page.tsx';
import { useRequests } from '../../features/support/requests/use-requests.ts';
import { useSession } from '../../features/account/use-session.ts';
import type { UserInfo } from '../../browser/storage.ts';
import { orderOf, paths, withOrder } from '../../router/paths.ts';
import { OneOrder } from './OneOrder.tsx';
import { OrderList } from './OrderList.tsx';
import { ReceiptPage } from './ReceiptPage.tsx';
import { useOrders } from './use-orders.ts';

/** F19: one address for the list, one order, and its receipt. */
export default function OrdersScreen() {
  const user = useSession();
  // Without a session the guard is already on its way home, with the order (R22).
  return user ? <Orders key={`${user.role.server_id} ${user.role.cid}`} user={user} /> : null;
}

function Orders({ user }: { readonly user: UserInfo }) {
  const project = useProject();
  const { hash } = useLocation();
  const token = orderOf(hash);
  const isReceipt = token !== null && /&receipt(?:[&?]|$)/.test(hash);
  const hasPane = useHasPane();
  const showsList = !isReceipt && (hasPane || token === null);
  // Lives as long as the page, so that returning from an order finds the list unchanged.
  const orders = useOrders(showsList);
  const requests = useRequests();
  const toReceipt = (of: string) => navigate(`${withOrder(paths.orders(project), of)}&receipt`);
  if (showsList) {
    return (
      <OrderList
        user={user}
        orders={orders}
        requests={requests}
        token={token}
        onReceipt={toReceipt}
      />
    );
  }
  if (token === null) return null;
  if (isReceipt) {
    return (
      <ReceiptPage
        key={token}
        token={token}
        onBack={() => navigate(withOrder(paths.orders(project), token))}
      />
    );
  }
  return (
    <OneOrder
      key={token}
      user={user}
      token={token}
      requests={requests}
      onBack={() => navigate(paths.orders(project))}
      onReceipt={() => toReceipt(token)}
    />
  );
}
