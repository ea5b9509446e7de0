import { useLocation, useNavigate } from 'react-router';
import { useProject } from '../../features/config/page.tsx';
import { useRequests } from '../../features/resolution/use-requests.ts';
import { useSession } from '../../features/session/use-session.ts';
import type { UserInfo } from '../../features/storage/storage.ts';
import { orderOf, paths, withOrder } from '../../paths.ts';
import { OneOrder } from './OneOrder.tsx';
import { OrderList } from './OrderList.tsx';
import { isReceiptAddress, receiptAddress } from './receipt-address.ts';
import { ReceiptPage } from './ReceiptPage.tsx';
import { useOrders } from './use-orders.ts';

/** F19: what a player bought. One address: the list, an order of it, and that order's receipt. */
export default function OrdersScreen() {
  const user = useSession();
  // Without a session the guard is already on its way home, with the order (R22).
  return user ? <Orders key={`${user.role.server_id} ${user.role.cid}`} user={user} /> : null;
}

function Orders({ user }: { readonly user: UserInfo }) {
  const project = useProject();
  const navigate = useNavigate();
  const { hash } = useLocation();
  const token = orderOf(hash);
  // Lives as long as the page: who comes back from an order finds the list as it was.
  const orders = useOrders(token === null);
  const requests = useRequests();
  if (token === null) return <OrderList user={user} orders={orders} requests={requests.list} />;
  if (isReceiptAddress(hash)) {
    return (
      <ReceiptPage
        key={token}
        token={token}
        onBack={() => void navigate(withOrder(paths.orders(project), token))}
      />
    );
  }
  return (
    <OneOrder
      key={token}
      user={user}
      token={token}
      requests={requests}
      onBack={() => void navigate(paths.orders(project))}
      onReceipt={() => void navigate(receiptAddress(project, token))}
    />
  );
}
