import type { EventKind } from '../events/kind.ts';

/** Whether a player has something to do there now. */
export const hasReward: EventKind['hasSomething'] = async () => false;
