import type { Message, Outside } from './outside.ts';
import type { PaperShop } from './paper-shop.ts';

/** The shop, and all that is not the shop. */
export type Play = {
  readonly shop: PaperShop;
  readonly outside: Outside;
  /** Stored messages that have not said all they can. */
  readonly inbox: Set<Message>;
  readonly habits: Habits;
};

/** Some walks go without them: both make the shop ask again about what is over, and so hide what it misses. */
export type Habits = {
  /** Payers' banks open cases. */
  readonly hasDisputes: boolean;
  /** Players look again at tries that have ended. */
  readonly looksBack: boolean;
};

export type Event = { readonly name: string; readonly run: () => void };

/** Every caller gives up sooner than this. */
export const CALL_DEADLINE_MS = 10_000;
/** A request is void two minutes after it was signed (payments.md §1.2). */
export const VOID_ADRIFT_MS = 120_000;
