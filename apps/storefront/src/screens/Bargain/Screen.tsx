import { useLocation } from '../../router/location.tsx';
import { useBargain, WHEEL } from '../../features/events/bargain/use-bargain.ts';
import { QueryProvider } from '../../features/account/query.tsx';
import { useSession } from '../../features/account/use-session.ts';
import type { UserInfo } from '../../browser/storage.ts';
import { Haggling } from './Haggling.tsx';
import { Wheel } from './Wheel.tsx';

/** R15: the bargain, with the lucky wheel at its own fragment (F07, F08). */
export default function BargainScreen() {
  const user = useSession();
  // Without a session the guard is already on its way home (R22).
  return user ? (
    <QueryProvider>
      <Bargain user={user} />
    </QueryProvider>
  ) : null;
}

function Bargain({ user }: { readonly user: UserInfo }) {
  const { hash } = useLocation();
  const bargain = useBargain(user);
  return hash === WHEEL ? <Wheel bargain={bargain} /> : <Haggling bargain={bargain} />;
}
