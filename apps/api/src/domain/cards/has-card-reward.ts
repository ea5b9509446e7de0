import type { EventKind } from '../events/kind.ts';

/** Whether a player has something to do there now. */
export const hasCardReward: EventKind['hasSomething'] = async () => false;
