/** The list that an order was opened from, in the state of the history entry. */

export type CameFrom = {
  /** Address and history entry of the list. */
  readonly address: string;
  readonly visit: string;
  /** Orders of the page, in their order. */
  readonly ids: readonly string[];
};

/** Order that was seen last, by the list's history entry: Back puts the focus on its row. */
const lastSeen = new Map<string, string>();

export const orderState = (from: CameFrom): { readonly from: CameFrom } => ({ from });

/** Only `orderState` writes this state. */
export const cameFrom = (state: unknown): CameFrom | null =>
  (state as { readonly from?: CameFrom } | null)?.from ?? null;

export function rememberSeen(visit: string, orderId: string): void {
  lastSeen.set(visit, orderId);
}

export const seenLast = (visit: string): string | null => lastSeen.get(visit) ?? null;

/** Orders beside one in the list. */
export function neighbours(from: CameFrom | null, orderId: string) {
  const at = from?.ids.indexOf(orderId) ?? -1;
  if (from === null || at === -1) return null;
  return {
    previous: from.ids[at - 1] ?? null,
    next: from.ids[at + 1] ?? null,
    address: from.address,
    place: at + 1,
    count: from.ids.length,
  };
}
