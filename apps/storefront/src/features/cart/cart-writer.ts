import type { Cart } from '@webpay/contract/calls';
import { CODES } from '@webpay/contract/codes';
import { CallRefused, refusedWith } from '../../api/failure.ts';
import type { CartItem } from './queries.ts';

/** Count that the player wants and the server has not confirmed; 0: remove it. */
export type Wish = { readonly item: CartItem; readonly count: number };

export type CartWork = {
  readonly wishes: ReadonlyMap<string, Wish>;
  /** Refusals of the last changes, by product. */
  readonly refused: ReadonlyMap<string, CallRefused>;
  readonly isSaving: boolean;
  /** Reason for a missing answer; the wishes stay and the next `flush` sends them again. */
  readonly lost: Error | null;
};

export type CartWriter = ReturnType<typeof createCartWriter>;

/** Thrown when the cart belongs to a character that is not logged in; its changes wait. */
export class OtherSession extends Error {}

export type CartWriterParts = {
  readonly set: (productId: string, count: number) => Promise<Cart>;
  readonly remove: (productIds: readonly string[]) => Promise<Cart>;
  /** Receives the server's cart after each change; resolves once it is shown. */
  readonly onCart: (cart: Cart) => Promise<void>;
  readonly onRefused: () => void;
  /** Stores unsaved wishes beyond this page; gets an empty map once all are saved. */
  readonly store: (wishes: ReadonlyMap<string, Wish>) => void;
  /** Presses within this time become one call. */
  readonly pauseMs: number;
};

export const NO_WORK: CartWork = {
  wishes: new Map(),
  refused: new Map(),
  isSaving: false,
  lost: null,
};

/**
 * Shows changes of one cart at once and sends them one by one, so that an old answer never undoes a newer press.
 * A refusal takes its change back; a missing answer or an ended session keeps it (S07).
 */
export function createCartWriter(parts: CartWriterParts) {
  let work: CartWork = NO_WORK;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let refusals = 0;
  let isSessionOver = false;
  const listeners = new Set<() => void>();

  function update(change: Partial<CartWork>): void {
    work = { ...work, ...change };
    for (const listener of listeners) listener();
  }

  function wish(item: CartItem, count: number): void {
    const id = item.product_id;
    update({
      wishes: new Map(work.wishes).set(id, { item, count }),
      refused: without(work.refused, [id]),
    });
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), parts.pauseMs);
  }

  /** Sends all wishes now. @returns whether the server has taken them all */
  async function flush(): Promise<boolean> {
    clearTimeout(timer);
    const refusedBefore = refusals;
    do {
      running ??= send().finally(() => {
        running = null;
      });
      await running;
    } while (mayGoOn());
    return work.wishes.size === 0 && refusals === refusedBefore;
  }

  async function send(): Promise<void> {
    if (work.wishes.size === 0) return;
    isSessionOver = false;
    update({ isSaving: true, lost: null });
    while (mayGoOn()) await sendNext();
    update({ isSaving: false });
    parts.store(work.wishes);
  }

  function mayGoOn(): boolean {
    return work.wishes.size > 0 && work.lost === null && !isSessionOver;
  }

  async function sendNext(): Promise<void> {
    const sent = nextOf(work.wishes);
    try {
      const [id = '', first] = sent[0] ?? [];
      const isSet = first !== undefined && first.count > 0;
      const removed = sent.map(([each]) => each);
      const cart = isSet ? await parts.set(id, first.count) : await parts.remove(removed);
      await parts.onCart(cart);
      settle(sent);
    } catch (failure) {
      if (failure instanceof OtherSession || refusedWith(failure, CODES.NO_SESSION)) {
        isSessionOver = true;
        return;
      }
      if (!(failure instanceof CallRefused)) {
        update({ lost: failure instanceof Error ? failure : new Error(String(failure)) });
        return;
      }
      refusals += 1;
      settle(sent, failure);
      parts.onRefused();
    }
  }

  /** Removes the sent wishes. A newer press on the same product is another wish and stays. */
  function settle(sent: readonly (readonly [string, Wish])[], refusal?: CallRefused): void {
    const over = sent.filter(([id, each]) => work.wishes.get(id) === each).map(([id]) => id);
    const refused = new Map(work.refused);
    if (refusal && !refusal.handled) for (const id of over) refused.set(id, refusal);
    update({ wishes: without(work.wishes, over), refused });
  }

  return {
    current: () => work,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    wish,
    flush,
    /** Discards wishes and refusals of these products. */
    discard(productIds: readonly string[]) {
      const wishes = without(work.wishes, productIds);
      update({
        wishes,
        refused: without(work.refused, productIds),
        lost: wishes.size === 0 ? null : work.lost,
      });
      parts.store(wishes);
    },
    clearRefusals: () => update({ refused: new Map() }),
    /** Stops sending at the end of a session. Unsaved wishes are stored, except after a log-out. */
    close(isLogOut: boolean) {
      clearTimeout(timer);
      if (work.wishes.size === 0) return;
      // A call in flight may still fail and must find nothing to store.
      if (isLogOut) update({ wishes: NO_WORK.wishes });
      parts.store(work.wishes);
    },
  };
}

/** Removals go first and in one call: they free capacity. */
function nextOf(wishes: ReadonlyMap<string, Wish>): readonly (readonly [string, Wish])[] {
  const all = [...wishes];
  const removals = all.filter(([, { count }]) => count === 0);
  return removals.length > 0 ? removals : all.slice(0, 1);
}

function without<V>(map: ReadonlyMap<string, V>, keys: readonly string[]): ReadonlyMap<string, V> {
  return new Map([...map].filter(([key]) => !keys.includes(key)));
}
