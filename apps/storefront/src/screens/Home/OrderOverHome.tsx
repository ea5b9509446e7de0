import { useProject } from '../../api/page.tsx';
import { checkoutOfOrder } from '../../features/checkout/payment/checkout.ts';
import { asWaiting, useWayBack } from '../../features/checkout/payment/way-back.ts';
import { OrderPage } from '../../features/checkout/result/OrderPage.tsx';

/** R22: shows the order of a player who returns without a session. */
export default function OrderOverHome(props: {
  readonly token: string;
  readonly onClose: () => void;
}) {
  const { token, onClose } = props;
  const isBack = useWayBack(token, checkoutOfOrder(useProject(), token));
  return <OrderPage token={token} onClose={onClose} {...(isBack ? { seen: asWaiting } : {})} />;
}
