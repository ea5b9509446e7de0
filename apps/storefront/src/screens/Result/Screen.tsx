import { useLocation, useNavigate } from 'react-router';
import { useProject } from '../../features/config/page.tsx';
import { storedCheckout } from '../../features/payment/checkout.ts';
import { asWaiting, useWayBack } from '../../features/payment/way-back.ts';
import { OrderPage } from '../../features/result/OrderPage.tsx';
import { ResultFrame, ResultMissing } from '../../features/result/ResultFrame.tsx';
import { useSession } from '../../features/session/use-session.ts';
import { storage } from '../../features/storage/storage.ts';
import { orderOf, paths } from '../../paths.ts';

/** R14: the order of the address's fragment; where banks send players of events and malls back to. */
export default function Result() {
  const project = useProject();
  const navigate = useNavigate();
  const token = orderOf(useLocation().hash);
  const user = useSession();
  const visit = storage.read('mall', project);
  const isVisit = visit?.token === token;
  const isBack = useWayBack(token, isVisit ? visit : user ? storedCheckout(project, user) : null);
  if (token === null) {
    return (
      <ResultFrame order={null} isMissing>
        <ResultMissing failure={null} isAsking={false} onRetry={() => undefined} />
      </ResultFrame>
    );
  }
  return (
    <OrderPage
      key={token}
      token={token}
      {...(isBack ? { seen: asWaiting } : {})}
      {...(isVisit ? { onPayAgain: () => void navigate(paths.mallCheckout(project)) } : {})}
    />
  );
}
