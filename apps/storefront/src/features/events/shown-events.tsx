import type { CallResult } from '@webpay/contract/calls';
import { formatNumber } from '../../i18n/format.ts';
import { type MessageId, useLang, useText } from '../../i18n/text.tsx';

type Activity = CallResult<'productLists'>['activities'][number];
type Entry = CallResult<'activityList'>[number];

/** Event as the goods list and home show it; the player's state arrives later. */
export type ShownEvent = Activity &
  Partial<Pick<Entry, 'badge' | 'ready' | 'notice' | 'reward_points'>> & {
    readonly isComing?: true;
  };

/** Adds the player's state to the listed events and appends upcoming ones. */
export function withPlayerState(
  activities: readonly Activity[],
  entries: readonly Entry[] | undefined,
): readonly ShownEvent[] {
  if (entries === undefined) return activities;
  const running = activities.map((each) => entries.find(({ id }) => id === each.id) ?? each);
  const coming = entries
    .filter((each) => !activities.some(({ id }) => id === each.id))
    .map((each) => ({ ...each, isComing: true as const }));
  return [...running, ...coming];
}

/** The promoted event: one with a badge, else the one that ends first. */
export function promoOf(events: readonly ShownEvent[]): ShownEvent | undefined {
  return events.find(({ badge }) => badge) ?? events[0];
}

/**
 * The running event whose rewards grow with every purchase (F09). It reads no clock: one that is
 * wrong would hydrate another page than the server's.
 */
export function rewardEventOf(events: readonly ShownEvent[]): ShownEvent | undefined {
  return events.find(({ kind, isComing }) => kind === 'cumulation' && !isComing);
}

/** Texts of the last reminder (F11). */
export const NOTICE_TEXTS: Readonly<Record<NonNullable<ShownEvent['notice']>, MessageId>> = {
  starts_soon: 'remind.starts_soon',
  started: 'remind.started',
  ends_soon: 'remind.ends_soon',
};

/**
 * Badge of an event: "2 ready" on its banner, "!" for a reminder. The number stands alone in a list
 * and where the style lacks room.
 */
export function EventBadge(props: {
  readonly event: ShownEvent;
  readonly className: string | undefined;
  readonly inList?: boolean;
}) {
  const t = useText();
  const lang = useLang();
  const { badge, ready = 0 } = props.event;
  if (!badge) return null;
  const words = ready > 0 ? t('cumulation.ready', { count: ready }) : t('event.badge');
  const isWhole = ready > 0 && !props.inList;
  return (
    <span
      className={props.className}
      role="img"
      aria-label={words}
      data-badge={isWhole ? 'words' : 'sign'}
    >
      <span>{ready > 0 ? formatNumber(ready, lang) : '!'}</span>
      {isWhole && <span>{words}</span>}
    </span>
  );
}
