import { navigate } from '../router/history.ts';
import { useLocation } from '../router/location.tsx';
import { useProject } from '../api/page.tsx';
import { storedCheckout } from '../features/checkout/payment/checkout.ts';
import { asWaiting, useWayBack } from '../features/checkout/payment/way-back.ts';
import { OrderPage } from '../features/checkout/result/OrderPage.tsx';
import { ResultFrame, ResultMissing } from '../features/checkout/result/ResultFrame.tsx';
import { useSession } from '../features/account/use-session.ts';
import { storage } from '../browser/storage.ts';
import { orderOf, paths } from '../router/paths.ts';

/** R14: shows the order of the fragment, where banks return players of events and malls to. */
export default function Result() {
  const project = useProject();
  const token = orderOf(useLocation().hash);
  const user = useSession();
  const visit = storage.read('mall', project);
  const isVisit = visit?.token === token;
  const isBack = useWayBack(token, isVisit ? visit : user ? storedCheckout(project, user) : null);
  if (token === null) {
    return (
      <ResultFrame order={null} isMissing>
        <ResultMissing failure={null} isAsking={false} askNow={() => undefined} />
      </ResultFrame>
    );
  }
  return (
    <OrderPage
      key={token}
      token={token}
      {...(isBack ? { seen: asWaiting } : {})}
      {...(isVisit ? { onPayAgain: () => navigate(paths.mallCheckout(project)) } : {})}
    />
  );
}
