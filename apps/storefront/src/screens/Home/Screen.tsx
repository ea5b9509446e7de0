import { lazy, Suspense, useEffect, useReducer, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { keptLink } from '../../features/access-link/kept-link.ts';
import { useProject, usePage } from '../../features/config/page.tsx';
import { useHydrated } from '../../features/frame/use-hydrated.ts';
import { onEndElsewhere } from '../../features/session/session.ts';
import { useSession } from '../../features/session/use-session.ts';
import { storage } from '../../features/storage/storage.ts';
import { orderOf, paths } from '../../paths.ts';
import { BackSkeleton } from './BackSkeleton.tsx';
import { Newcomer } from './Newcomer.tsx';

// What needs the goods or an order comes in chunks of its own: home itself stays small.
const Back = lazy(() => import('./Back.tsx'));
const OpenLink = lazy(() => import('./OpenLink.tsx'));
const OrderOverHome = lazy(() => import('./OrderOverHome.tsx'));

/** R06: who is it for? or, for who is known already, the shelf; an order's result over both (R22); who comes by a link (F18). */
export default function Home() {
  const page = usePage();
  const project = useProject();
  const user = useSession();
  const isHydrated = useHydrated();
  const location = useLocation();
  const navigate = useNavigate();
  const [brought] = useState(() => storage.read('cidBrought', project));
  useEffect(() => storage.forget('cidBrought', project), [project]);

  // What was typed here before another tab logged out goes with it.
  const [round, startAnew] = useReducer((last: number) => last + 1, 0);
  useEffect(() => onEndElsewhere(startAnew), []);

  const [link, setLink] = useState(() => keptLink(project));
  if (isHydrated && link !== null) {
    return (
      <Suspense fallback={<BackSkeleton />}>
        <OpenLink link={link} onLeave={() => setLink(null)} />
      </Suspense>
    );
  }

  const order = isHydrated ? orderOf(location.hash) : null;
  if (order !== null) {
    return (
      <Suspense fallback={<BackSkeleton />}>
        <OrderOverHome
          token={order}
          onClose={() => void navigate(paths.home(project), { replace: true })}
        />
      </Suspense>
    );
  }

  const newcomer = <Newcomer key={round} brought={round === 0 ? brought : null} />;
  if (user === undefined) return page.known ? <BackSkeleton /> : newcomer;
  const isOther = brought !== null && brought !== user?.role.cid;
  if (user === null || isOther || isSwitching(location.state)) return newcomer;
  return (
    <Suspense fallback={<BackSkeleton />}>
      <Back user={user} />
    </Suspense>
  );
}

/** "Switch" asks for another character while the last one's session lives on. */
function isSwitching(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'switching' in state;
}
