import { lazy, Suspense, useEffect, useReducer, useState } from 'react';
import { navigate } from '../../router/history.ts';
import { useLocation } from '../../router/location.tsx';
import { storedLink } from '../../features/character/stored-link.ts';
import { useProject, usePage } from '../../api/page.tsx';
import { useHydrated } from '../../browser/use-hydrated.ts';
import { onEndElsewhere } from '../../features/account/session.ts';
import { useSession } from '../../features/account/use-session.ts';
import { storage } from '../../browser/storage.ts';
import { orderOf, paths } from '../../router/paths.ts';
import { ReturningVisitorSkeleton } from './ReturningVisitorSkeleton.tsx';
import { NewVisitor } from './NewVisitor.tsx';

// Parts with goods or orders are separate chunks, so that home stays small.
const ReturningVisitor = lazy(() => import('./ReturningVisitor.tsx'));
const OpenLink = lazy(() => import('./OpenLink.tsx'));
const OrderOverHome = lazy(() => import('./OrderOverHome.tsx'));

/** R06: home; an order (R22) or an access link (F18) takes precedence. */
export default function Home() {
  const page = usePage();
  const project = useProject();
  const user = useSession();
  const isHydrated = useHydrated();
  const location = useLocation();
  const [brought] = useState(() => storage.read('cidBrought', project));
  useEffect(() => storage.forget('cidBrought', project), [project]);

  // A log-out in another tab clears the form.
  const [round, startAnew] = useReducer((last: number) => last + 1, 0);
  useEffect(() => onEndElsewhere(startAnew), []);

  const [link, setLink] = useState(() => storedLink(project));
  if (isHydrated && link !== null) {
    return (
      <Suspense fallback={<ReturningVisitorSkeleton />}>
        <OpenLink link={link} onLeave={() => setLink(null)} />
      </Suspense>
    );
  }

  const order = isHydrated ? orderOf(location.hash) : null;
  if (order !== null) {
    return (
      <Suspense fallback={<ReturningVisitorSkeleton />}>
        <OrderOverHome
          token={order}
          onClose={() => navigate(paths.home(project), { replace: true })}
        />
      </Suspense>
    );
  }

  const newVisitor = <NewVisitor key={round} brought={round === 0 ? brought : null} />;
  if (user === undefined) return page.known ? <ReturningVisitorSkeleton /> : newVisitor;
  const isOther = brought !== null && brought !== user?.role.cid;
  if (user === null || isOther || isSwitching(location.state)) return newVisitor;
  return (
    <Suspense fallback={<ReturningVisitorSkeleton />}>
      <ReturningVisitor user={user} />
    </Suspense>
  );
}

/** True for "Switch", which asks for another character while the session lives on. */
function isSwitching(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'switching' in state;
}
