import { seeded } from './seeded.ts';

/** How a purchase is meant to go, and how many of sixty are meant so. What breaks on the way is chance. */
const DECK = {
  card_paid: 12,
  card_declined: 2,
  card_without_balance: 2,
  bank_approves: 4,
  bank_rejects: 2,
  bank_approves_card_declined: 2,
  /** The player leaves the bank's page open and says yes when the order is long over. */
  bank_answered_too_late: 2,
  card_pending: 4,
  silent_money_taken: 3,
  silent_nothing_taken: 1,
  disputed: 2,
  left_open: 1,
  cancelled: 1,
  declined_then_card: 3,
  declined_then_wallet: 2,
  /** Given up at the bank, paid by wallet, and then the bank is told yes all the same: paid twice. */
  paid_twice: 3,
  submitted_by_two_tabs: 3,
  wallet_paid: 6,
  /** Approved in the wallet's window, and the shop's page is gone. */
  wallet_closed_tab: 2,
  wallet_cancelled: 1,
  wallet_pending: 1,
  wallet_other_funding: 1,
} as const;

export type PlanKind = keyof typeof DECK;

export type Plan = { readonly index: number; readonly kind: PlanKind; readonly seed: number };

/** So many purchases; sixty of them hold every kind. The same seed gives the same plans. */
export function plansOf(seed: number, count: number): Plan[] {
  const chance = seeded(seed);
  // Verified edge: the keys of DECK.
  const kinds = Object.keys(DECK) as PlanKind[];
  const deck = kinds.flatMap((kind) => Array.from({ length: DECK[kind] }, () => kind));
  const plans: PlanKind[] = [];
  while (plans.length < count) plans.push(...chance.shuffled(deck));
  return plans.slice(0, count).map((kind, index) => ({ index, kind, seed: chance.int(2 ** 31) }));
}
