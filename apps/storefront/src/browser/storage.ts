import type { Cart, Role } from '@webpay/contract/calls';

/** S12: what is kept of a player who is logged in, one a project. */
export type UserInfo = {
  readonly user_token: string;
  readonly role: Role;
  readonly has_pwd: boolean;
};

/** The last purchase made on this device (the strip "Buy again"). */
export type LastPurchase = {
  readonly product_id: string;
  readonly pay_id: string;
};

/** A purchase on its way: what a reload or the way back from a bank goes on with. */
export type Checkout = {
  readonly products: readonly { readonly product_id: string; readonly count: number }[];
  readonly source: 'cart' | 'direct' | 'bargain' | 'card';
  /** The character it is for: somebody else's checkout is not taken up. */
  readonly server_id: string;
  readonly cid: string;
  /** The same in words, for who comes back as somebody else. */
  readonly character?: Pick<Role, 'name' | 'server_name'>;
  readonly country: string;
  readonly pay_id: string | null;
  /** The same for every try to pay the same thing (contract §4). */
  readonly order_key: string;
  /** From the moment the order is made. */
  readonly token: string | null;
  /** The wallet's numbers, for the capture after a way through its own page. */
  readonly wallet: { readonly order_id: string; readonly invoice_id: string } | null;
  /** Where the bank wants the player. */
  readonly action_url: string | null;
};

/** R05: the order a game or a mall sent this tab to pay, and how far that is. */
export type MallVisit = Pick<Checkout, 'token' | 'pay_id' | 'wallet' | 'action_url'> & {
  /** The mall's own token, which left the address bar. */
  readonly mall_token: string;
};

/** What a player typed last, so that a returning one need not again. */
export type LastCharacter = {
  readonly pr_id: string;
  readonly server_id: string;
  readonly cid: string;
};

/**
 * Everything the storefront keeps in the browser (A13): name, shape and place in one list.
 * `project`: one value a project. `session`: gone with the tab.
 */
type Stored = {
  /** R21: the project this browser is in. */
  project: string;
  user: UserInfo;
  lang: string;
  lastCharacter: LastCharacter;
  /** F12: the ID that was typed in another game's shop, until this one's home has taken it. */
  cidBrought: string;
  lastPurchase: LastPurchase;
  checkout: Checkout;
  /** Products of the cart that the player does not buy this time. */
  cartLeftOut: readonly string[];
  /** Changes of a character's cart that no answer came for, or whose session had ended. */
  cartUnsaved: Pick<Role, 'server_id' | 'cid'> & {
    readonly at: number;
    readonly wishes: readonly { readonly item: Cart['items'][number]; readonly count: number }[];
  };
  mall: MallVisit;
  /** F18: the access link this tab came with, until it was opened; written by shell/keep-link.ts. */
  link: string;
  country: string;
  /** The page that a network error interrupted (E02). */
  pageLeft: string;
  /** Scroll positions by history entry (R23). */
  scroll: Readonly<Record<string, number>>;
  /** R25: set when the player leaves cumulation for the goods list. */
  noPopup: boolean;
  /** The day (UTC) the event popup was shown last. */
  popupDay: string;
  /** A04: what the player said about being counted, and when. */
  consent: { readonly yes: boolean; readonly at: number };
  /** What a player has begun to write about an order, by its id; its own character's, so it outlives a session. */
  requestDrafts: Readonly<
    Record<string, { readonly right: string; readonly text: string } | undefined>
  >;
  /** Orders made here whose purchase has not been counted yet. */
  ordersMade: readonly string[];
  /** A chunk that would not load has already reloaded the page once. */
  reloadedFor: string;
};

export type StoredName = keyof Stored;

const PLACES: Readonly<
  Record<StoredName, { readonly session: boolean; readonly project: boolean }>
> = {
  project: { session: false, project: false },
  user: { session: false, project: true },
  lang: { session: false, project: true },
  lastCharacter: { session: false, project: true },
  cidBrought: { session: true, project: true },
  lastPurchase: { session: false, project: true },
  checkout: { session: true, project: true },
  cartLeftOut: { session: true, project: true },
  cartUnsaved: { session: false, project: true },
  mall: { session: true, project: true },
  link: { session: true, project: true },
  country: { session: false, project: true },
  pageLeft: { session: true, project: false },
  scroll: { session: true, project: false },
  noPopup: { session: true, project: true },
  popupDay: { session: false, project: true },
  consent: { session: false, project: true },
  requestDrafts: { session: true, project: true },
  ordersMade: { session: false, project: true },
  reloadedFor: { session: true, project: false },
};

export type BrowserStorage = {
  read<N extends StoredName>(name: N, project?: string | null): Stored[N] | null;
  write<N extends StoredName>(name: N, value: Stored[N], project?: string | null): void;
  forget(name: StoredName, project?: string | null): void;
  /** Whether the browser itself holds a value, so that it outlives this page. */
  holds(name: StoredName, project?: string | null): boolean;
  /** The projects that the browser itself holds a value for. */
  projectsWith(name: StoredName): readonly string[];
  /** S07: all that is cached for a session of this project; choices (language, country) stay. */
  clearSession(project: string): void;
  /** The same for who logs out: on a phone that others use, nothing of the character stays. */
  clearCharacter(project: string): void;
  /** Whether a change that another tab made concerns this value; `key` is null where it was of all. */
  isChanged(key: string | null, name: StoredName, project: string): boolean;
};

type Area = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/**
 * `areas` throws or is null where the browser forbids storage; a full one throws on write. Both are
 * harmless: what cannot be stored is remembered until the page is left.
 */
export function createStorage(areas: {
  readonly local: () => Area | null;
  readonly session: () => Area | null;
}): BrowserStorage {
  const memory = new Map<string, string | null>();

  const areaOf = (name: StoredName): Area | null => {
    try {
      return PLACES[name].session ? areas.session() : areas.local();
    } catch {
      return null;
    }
  };

  const keyOf = (name: StoredName, project: string | null | undefined): string =>
    PLACES[name].project ? `webpay:${name}:${project ?? ''}` : `webpay:${name}`;

  const storage: BrowserStorage = {
    read<N extends StoredName>(name: N, project?: string | null): Stored[N] | null {
      const key = keyOf(name, project);
      let text = memory.get(key);
      if (text === undefined) {
        try {
          text = areaOf(name)?.getItem(key) ?? null;
        } catch {
          text = null;
        }
      }
      if (text === null) return null;
      try {
        // Only this module writes these keys; what a player edited by hand fails like an old shape.
        return JSON.parse(text) as Stored[N];
      } catch {
        return null;
      }
    },
    write(name, value, project) {
      const key = keyOf(name, project);
      const text = JSON.stringify(value);
      try {
        const area = areaOf(name);
        if (!area) throw new Error('this browser forbids storage');
        area.setItem(key, text);
        memory.delete(key);
      } catch {
        memory.set(key, text);
      }
    },
    forget(name, project) {
      const key = keyOf(name, project);
      try {
        areaOf(name)?.removeItem(key);
        memory.delete(key);
      } catch {
        memory.set(key, null);
      }
    },
    holds(name, project) {
      const key = keyOf(name, project);
      try {
        return !memory.has(key) && typeof areaOf(name)?.getItem(key) === 'string';
      } catch {
        return false;
      }
    },
    projectsWith(name) {
      const prefix = keyOf(name, '');
      try {
        const area = areaOf(name);
        return Array.from({ length: area?.length ?? 0 }, (_, index) => area?.key(index) ?? '')
          .filter((key) => key.startsWith(prefix))
          .map((key) => key.slice(prefix.length));
      } catch {
        return [];
      }
    },
    clearSession(project) {
      for (const name of [
        'user',
        'checkout',
        'cartLeftOut',
        'scroll',
        'noPopup',
        'pageLeft',
      ] as const) {
        storage.forget(name, project);
      }
    },
    clearCharacter(project) {
      // The session last: by then other tabs, which hear of its end, find that this was a log-out.
      for (const name of [
        'lastCharacter',
        'cidBrought',
        'lastPurchase',
        'cartUnsaved',
        'requestDrafts',
      ] as const) {
        storage.forget(name, project);
      }
      storage.clearSession(project);
    },
    isChanged: (key, name, project) => key === null || key === keyOf(name, project),
  };
  return storage;
}

/** This browser's own. On the server there is none, so nothing is found and nothing kept. */
export const storage: BrowserStorage = createStorage({
  local: () => globalThis.localStorage ?? null,
  session: () => globalThis.sessionStorage ?? null,
});
