import type { EventKind } from '../events/kind.ts';

/** Whether a player has something to do there now. */
export const hasBargain: EventKind['hasSomething'] = async () => false;
