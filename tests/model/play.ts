import type { Message, Outside } from './outside.ts';
import type { PaperShop } from './paper-shop.ts';
import type { RealShop } from './real-shop.ts';

/** The reference model of the shop, and its outside. */
export type Play = {
  readonly shop: PaperShop;
  readonly outside: Outside;
  /** Stored messages that are not settled. */
  readonly inbox: Set<Message>;
  readonly habits: Habits;
};

/** Off in some walks: both make the shop query ended payments again, which hides omissions. */
export type Habits = {
  /** Banks open disputes. */
  readonly hasDisputes: boolean;
  /** Players return to ended attempts. */
  readonly looksBack: boolean;
};

export type Event = {
  readonly name: string;
  readonly run: () => void;
  /** The same event on the real operations, where they have it. */
  readonly real?: (shop: RealShop) => Promise<void>;
};

export const CALL_DEADLINE_MS = 10_000;
/** A request is void two minutes after it was signed (payments.md §1.2). */
export const VOID_ADRIFT_MS = 120_000;
