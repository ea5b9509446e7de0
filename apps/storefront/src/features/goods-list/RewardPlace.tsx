import type { Goods } from '@webpay/contract/calls';
import { lazy, Suspense } from 'react';
import { Link } from '../../router/Link.tsx';
import { cx } from '../../ui/cx.ts';
import type { OrderLine } from '../events/reward/reward-progress.ts';
import { rewardEventOf, type ShownEvent } from '../events/shown-events.tsx';
import styles from './RewardPlace.module.css';

// Arrives with the player's points, after the first paint; the shop stands without it, as on a line that just broke.
const RewardBar = lazy(() =>
  import('../events/reward/RewardBar.tsx').catch(() => ({
    default: ({ title }: { readonly title: string }) => <b>{title}</b>,
  })),
);

type RewardPlaceProps = {
  readonly events: readonly ShownEvent[];
  /** Order whose points are shown ahead of the payment. */
  readonly lines: readonly OrderLine[];
};

/** Line above the goods that leads to the event; keeps its place until the points arrive (F09). */
export function RewardLine({ events, lines }: RewardPlaceProps) {
  const event = rewardEventOf(events);
  if (!event) return null;
  return (
    <Link className={cx(styles.place, styles.line)} to={event.path} data-reward="line">
      <Face event={event} lines={lines} isRow />
    </Link>
  );
}

/** The same in the order's panel. */
export function RewardNudge({ events, lines }: RewardPlaceProps) {
  const event = rewardEventOf(events);
  if (!event) return null;
  return (
    <div className={cx(styles.place, styles.nudge)} data-reward="nudge">
      <Face event={event} lines={lines} />
    </div>
  );
}

function Face(props: {
  readonly event: ShownEvent;
  readonly lines: readonly OrderLine[];
  readonly isRow?: boolean;
}) {
  const { event } = props;
  const title = <b>{event.title}</b>;
  if (!event.reward_points) return title;
  return (
    <Suspense fallback={title}>
      <RewardBar
        title={event.title}
        points={event.reward_points}
        lines={props.lines}
        isRow={props.isRow === true}
      />
    </Suspense>
  );
}

/** One of each of the selected goods. */
export function linesOf(goods: readonly Goods[]): readonly OrderLine[] {
  return goods.map(({ product_id }) => ({ product_id, count: 1 }));
}
