import { useLocation } from '../../router/location.tsx';
import { useBargain, WHEEL } from '../../features/events/bargain/use-bargain.ts';
import { withSession } from '../../features/account/with-session.tsx';
import type { UserInfo } from '../../browser/storage.ts';
import { BargainView } from './BargainView.tsx';
import { Wheel } from './Wheel.tsx';

export default withSession(Bargain);

/** R15: the bargain, with the lucky wheel at its own fragment (F07, F08). */
function Bargain({ user }: { readonly user: UserInfo }) {
  const { hash } = useLocation();
  const bargain = useBargain(user);
  return hash === WHEEL ? <Wheel bargain={bargain} /> : <BargainView bargain={bargain} />;
}
