import type { ActivityKind } from '@webpay/contract/activity-shapes';
import { bargain } from '../bargain/kind.ts';
import { weeklyCard } from '../weekly-card/kind.ts';
import { cumulation } from '../cumulation/kind.ts';
import type { EventKind } from '../kind.ts';

/** Every kind of event there is. A new one is its folder, its screen, and a line here. */
export const EVENT_KINDS = {
  bargain,
  cumulation,
  card: weeklyCard,
} as const satisfies Readonly<
  Record<ActivityKind, Pick<EventKind, 'kind' | 'screen' | 'hasSomething'>>
>;
