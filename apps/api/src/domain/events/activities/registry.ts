import type { ActivityKind } from '@webpay/contract/activity-shapes';
import { bargain } from '../bargain/kind.ts';
import { weeklyCard } from '../weekly-card/kind.ts';
import { cumulation } from '../cumulation/kind.ts';
import type { EventKind } from '../kind.ts';

/** All kinds of events. A new kind needs its folder, its screen and a line here. */
export const EVENT_KINDS = {
  bargain,
  cumulation,
  card: weeklyCard,
} satisfies Readonly<Record<ActivityKind, EventKind>>;
