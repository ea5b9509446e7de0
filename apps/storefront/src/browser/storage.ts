import type { Cart, Role } from '@webpay/contract/calls';
import type { PayerData } from '@webpay/contract/payer-fields';

/** S12: session of a logged-in player, one for each project. */
export type UserInfo = {
  readonly user_token: string;
  readonly role: Role;
  readonly has_pwd: boolean;
};

/** Last purchase on this device ("Buy again"). */
export type LastPurchase = { readonly product_id: string; readonly pay_id: string };

/** An unfinished purchase, resumed after a reload or the return from a bank. */
export type Checkout = {
  readonly products: readonly { readonly product_id: string; readonly count: number }[];
  readonly source: 'cart' | 'direct' | 'bargain' | 'card';
  /** Identify the character of the purchase; another one does not resume it. */
  readonly server_id: string;
  readonly cid: string;
  /** The character's names, shown to a player who returns as another one. */
  readonly character?: Pick<Role, 'name' | 'server_name'>;
  readonly country: string;
  readonly pay_id: string | null;
  /** The same for every attempt to pay the same purchase (contract §4). */
  readonly order_key: string;
  /** null until the order is created. */
  readonly token: string | null;
  /** The wallet's ids, for the capture after its own page. */
  readonly wallet: { readonly order_id: string; readonly invoice_id: string } | null;
  /** The bank's page. */
  readonly action_url: string | null;
};

/** R05: an order that a game or mall sent this tab to pay, and its progress. */
export type MallVisit = Pick<Checkout, 'token' | 'pay_id' | 'wallet' | 'action_url'> & {
  /** The mall's own token, removed from the address bar. */
  readonly mall_token: string;
};

/** Last typed character, for a returning player. */
export type LastCharacter = Readonly<Record<'pr_id' | 'server_id' | 'cid', string>>;

/** Stored values (A13). `project`: one value for each project. `session`: gone with the tab. */
type Stored = {
  /** R21: the project this browser is in. */
  project: string;
  user: UserInfo;
  lang: string;
  lastCharacter: LastCharacter;
  /** F12: the ID typed in another game's shop, until this shop's home reads it. */
  cidBrought: string;
  lastPurchase: LastPurchase;
  /** When this browser last showed a delivered payment, in ms. */
  paidAt: number;
  /** Data that a method asks of its payer, kept only if the player asked for it. */
  payer: PayerData;
  checkout: Checkout;
  /** Cart products excluded from this purchase. */
  cartLeftOut: readonly string[];
  /** Cart changes without an answer, or whose session had ended. */
  cartUnsaved: Pick<Role, 'server_id' | 'cid'> & {
    readonly at: number;
    readonly wishes: readonly { readonly item: Cart['items'][number]; readonly count: number }[];
  };
  mall: MallVisit;
  /** F18: the access link of this tab until it is opened; written by app/boot/capture-link.ts. */
  link: string;
  country: string;
  /** The page that a network error interrupted (E02). */
  pageLeft: string;
  /** Scroll positions by history entry (R23). */
  scroll: Readonly<Record<string, number>>;
  noPopup: boolean;
  /** Day (UTC) the event popup was last shown. */
  popupDay: string;
  /** A04: consent to statistics, and its time. */
  consent: { readonly yes: boolean; readonly at: number };
  /** Unsent support requests by order id; kept beyond the session. */
  requestDrafts: Readonly<
    Record<string, { readonly right: string; readonly text: string } | undefined>
  >;
  /** Orders not yet counted as purchases. */
  ordersMade: readonly string[];
  /** Address already reloaded once for a chunk that did not load. */
  reloadedFor: string;
};

export type StoredName = keyof Stored;

const SCOPES: Readonly<
  Record<StoredName, { readonly session: boolean; readonly project: boolean }>
> = {
  project: { session: false, project: false },
  user: { session: false, project: true },
  lang: { session: false, project: true },
  lastCharacter: { session: false, project: true },
  cidBrought: { session: true, project: true },
  lastPurchase: { session: false, project: true },
  paidAt: { session: false, project: true },
  payer: { session: false, project: true },
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

const OF_SESSION = ['user', 'checkout', 'cartLeftOut', 'scroll', 'noPopup', 'pageLeft'] as const;
/** Outlives a session's end but no log-out: decisions/0043-what-outlives-a-session.md. */
const OF_CHARACTER = [
  'lastCharacter',
  'cidBrought',
  'lastPurchase',
  'payer',
  'paidAt',
  'cartUnsaved',
  'requestDrafts',
] as const;

type Area = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/**
 * Creates the storage. `areas` throws or is null where the browser forbids storage; a full one
 * throws on write. Values that cannot be stored stay in memory until the page is left.
 */
export function createStorage(areas: {
  readonly local: () => Area | null;
  readonly session: () => Area | null;
}) {
  const memory = new Map<string, string | null>();

  const areaOf = (name: StoredName): Area | null =>
    attempt(() => (SCOPES[name].session ? areas.session() : areas.local()), null);
  const keyOf = (name: StoredName, project: string | null | undefined): string =>
    SCOPES[name].project ? `webpay:${name}:${project ?? ''}` : `webpay:${name}`;

  const storage = {
    read<N extends StoredName>(name: N, project?: string | null): Stored[N] | null {
      const key = keyOf(name, project);
      return attempt(() => {
        const text = memory.has(key) ? memory.get(key) : areaOf(name)?.getItem(key);
        // Only this module writes these keys; hand-edited values fail like an old shape.
        return JSON.parse(text ?? 'null') as Stored[N] | null;
      }, null);
    },
    write<N extends StoredName>(name: N, value: Stored[N], project?: string | null): void {
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
    forget(name: StoredName, project?: string | null): void {
      const key = keyOf(name, project);
      try {
        areaOf(name)?.removeItem(key);
        memory.delete(key);
      } catch {
        memory.set(key, null);
      }
    },
    /** True when the browser stores the value, so that it outlives this page. */
    holds(name: StoredName, project?: string | null): boolean {
      const key = keyOf(name, project);
      return attempt(
        () => !memory.has(key) && typeof areaOf(name)?.getItem(key) === 'string',
        false,
      );
    },
    /** Projects with a value stored by the browser. */
    projectsWith(name: StoredName): readonly string[] {
      const prefix = keyOf(name, '');
      const area = areaOf(name);
      const keys = attempt(
        () => Array.from({ length: area?.length ?? 0 }, (_, index) => area?.key(index) ?? ''),
        [],
      );
      return keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
    },
    /** S07: clears a session of this project; choices (language, country) stay. */
    clearSession(project: string): void {
      for (const name of OF_SESSION) storage.forget(name, project);
    },
    /** Clears all data of the character at log-out, for shared phones. */
    clearCharacter(project: string): void {
      for (const name of OF_CHARACTER) storage.forget(name, project);
      // The session goes last: other tabs then see that this was a log-out.
      storage.clearSession(project);
    },
    /** True when a change by another tab concerns this value; `key` is null for all. */
    isChanged: (key: string | null, name: StoredName, project: string) =>
      key === null || key === keyOf(name, project),
  };
  return storage;
}

/** Returns `otherwise` where the browser forbids storage or a value is broken. */
function attempt<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

/** Storage of this browser; empty on the server. */
export const storage = createStorage({
  local: () => globalThis.localStorage ?? null,
  session: () => globalThis.sessionStorage ?? null,
});
