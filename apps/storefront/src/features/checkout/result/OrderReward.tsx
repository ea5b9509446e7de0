import type { CallResult, OrderView } from '@webpay/contract/calls';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call, serverNow } from '../../../api/call.ts';
import type { UserInfo } from '../../../browser/storage.ts';
import { PanePart } from '../../../ui/Frame/Frame.tsx';
import { isSameCharacter } from '../../account/other-character.ts';
import { QueryProvider } from '../../account/query.tsx';
import { useSession } from '../../account/use-session.ts';
import { useCountry } from '../../goods/country.ts';
import RewardBar from '../../events/reward/RewardBar.tsx';
import { rewardEventOf, type ShownEvent } from '../../events/shown-events.tsx';
import { Link } from '../../../router/Link.tsx';
import styles from './OrderReward.module.css';

type Entries = CallResult<'activityList'>;

/** How far the next reward is after a paid order, for the player whose character received it (F09). */
export default function OrderReward(props: {
  readonly order: OrderView;
  readonly inPane?: boolean;
}) {
  const { order } = props;
  const user = useSession();
  if (!user || order.state !== 'success' || !isSameCharacter(order.role, user.role)) return null;
  return (
    <QueryProvider>
      <Reward token={order.token} user={user} inPane={props.inPane === true} />
    </QueryProvider>
  );
}

function Reward(props: {
  readonly token: string;
  readonly user: UserInfo;
  readonly inPane: boolean;
}) {
  const { server_id, cid } = props.user.role;
  const [country] = useCountry();
  const queryKey = ['events', server_id, cid];
  const known = useQueryClient().getQueryData<Entries>(queryKey);
  const { data } = useQuery({
    queryKey: [...queryKey, props.token],
    queryFn: ({ signal }) => call('activityList', { country }, { signal, background: true }),
    refetchOnMount: 'always',
  });
  // The list from before the purchase keeps the place; its points are out of date.
  const events: readonly ShownEvent[] =
    data ?? known?.map(({ reward_points: _, ...each }) => each) ?? [];
  const event = rewardEventOf(events.filter(({ starts_at }) => starts_at <= serverNow()));
  if (!event) return null;
  const { title, path, reward_points: points } = event;
  const way = (
    <Link className={styles.reward} to={path} data-reward="result">
      {points ? <RewardBar title={title} points={points} lines={[]} /> : <b>{title}</b>}
    </Link>
  );
  return props.inPane ? <PanePart>{way}</PanePart> : way;
}
