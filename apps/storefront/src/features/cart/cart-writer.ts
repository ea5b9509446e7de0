import type { Cart } from '@webpay/contract/calls';
import { CODES } from '@webpay/contract/codes';
import { CallRefused, refusedWith } from '../../api/failure.ts';
import type { CartItem } from './queries.ts';

/** What the player wants of one product and the server has not confirmed; count 0: out of the cart. */
export type Wish = { readonly item: CartItem; readonly count: number };

/** What is on its way between the player's hand and the server's cart. */
export type CartWork = {
  readonly wishes: ReadonlyMap<string, Wish>;
  /** Products whose last change was taken back, and why. */
  readonly refused: ReadonlyMap<string, CallRefused>;
  readonly isSaving: boolean;
  /** Why no answer came, or null: what is wished is kept, and sent again by the next `flush`. */
  readonly lost: Error | null;
};

export type CartWriter = {
  readonly current: () => CartWork;
  readonly subscribe: (listener: () => void) => () => void;
  readonly wish: (item: CartItem, count: number) => void;
  /** Sends what is wished now. @returns whether the server has taken it all */
  readonly flush: () => Promise<boolean>;
  /** Takes wishes and refusals of these products back, as if nothing had been pressed. */
  readonly forget: (productIds: readonly string[]) => void;
  /** They have been read: the next look at the cart shows none. */
  readonly forgetRefusals: () => void;
  /** Nothing more is sent: the session is over. What is not saved is kept for the next one, but not after a log-out. */
  readonly close: (isLogOut: boolean) => void;
};

/** Whose cart it is, is not who is logged in: their change waits for them. */
export class OtherSession extends Error {}

export type CartWriterParts = {
  readonly set: (productId: string, count: number) => Promise<Cart>;
  readonly remove: (productIds: readonly string[]) => Promise<Cart>;
  /** The server's cart after each change; resolves once it is shown. */
  readonly onCart: (cart: Cart) => Promise<void>;
  readonly onRefused: () => void;
  /** What is not saved after a try, to outlive this page; nothing, once all is. */
  readonly keep: (wishes: ReadonlyMap<string, Wish>) => void;
  /** Presses that follow each other this fast become one call. */
  readonly pauseMs: number;
};

export const NO_WORK: CartWork = {
  wishes: new Map(),
  refused: new Map(),
  isSaving: false,
  lost: null,
};

/**
 * Changes of one cart, shown at once and sent one after the other, so that an old answer never
 * undoes a newer press. A refusal takes its change back; silence keeps it, and so does a session
 * that has ended (S07).
 */
export function createCartWriter(parts: CartWriterParts): CartWriter {
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
    parts.keep(work.wishes);
  }

  function mayGoOn(): boolean {
    return work.wishes.size > 0 && work.lost === null && !isSessionOver;
  }

  async function sendNext(): Promise<void> {
    const sent = nextOf(work.wishes);
    try {
      const ids = sent.map(([id]) => id);
      const [id = '', first] = sent[0] ?? [];
      const cart =
        first !== undefined && first.count > 0
          ? await parts.set(id, first.count)
          : await parts.remove(ids);
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

  /** What was pressed meanwhile is another wish and stays. */
  function settle(sent: readonly (readonly [string, Wish])[], refusal?: CallRefused): void {
    const over = sent.filter(([id, each]) => work.wishes.get(id) === each).map(([id]) => id);
    const refused = new Map(work.refused);
    if (refusal && !refusal.handled) for (const id of over) refused.set(id, refusal);
    update({ wishes: without(work.wishes, over), refused });
  }

  return {
    current: () => work,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    wish,
    flush,
    forget(productIds) {
      const wishes = without(work.wishes, productIds);
      update({
        wishes,
        refused: without(work.refused, productIds),
        lost: wishes.size === 0 ? null : work.lost,
      });
      parts.keep(wishes);
    },
    forgetRefusals: () => update({ refused: new Map() }),
    close(isLogOut) {
      clearTimeout(timer);
      if (work.wishes.size === 0) return;
      // What is on its way may still fail: it, too, finds nothing to keep.
      if (isLogOut) update({ wishes: NO_WORK.wishes });
      parts.keep(work.wishes);
    },
  };
}

/** All removals go as one call, and before any count: they make room. */
function nextOf(wishes: ReadonlyMap<string, Wish>): readonly (readonly [string, Wish])[] {
  const all = [...wishes];
  const removals = all.filter(([, { count }]) => count === 0);
  return removals.length > 0 ? removals : all.slice(0, 1);
}

function without<V>(map: ReadonlyMap<string, V>, keys: readonly string[]): ReadonlyMap<string, V> {
  return new Map([...map].filter(([key]) => !keys.includes(key)));
}
