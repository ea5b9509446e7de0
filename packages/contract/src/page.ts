import type { CallResult, Configs, Theme } from './calls.ts';
import type { Language } from './languages.ts';

/**
 * What passes between the shop's server and the storefront's renderer, and from there, inlined as
 * JSON, to the page in the browser.
 */

/** One tile of /login (R19). */
export type ProjectTile = {
  readonly code: string;
  readonly name: string;
  readonly icon: string;
  readonly theme: Theme;
};

export type PageData = {
  /** null where the address belongs to no project. */
  readonly project: string | null;
  readonly lang: Language;
  /** The cookie `known=1`: this browser holds a session of the project. */
  readonly known: boolean;
  readonly configs: Configs | null;
  /** Pictures for pages of no project: compass, crane, asleep. */
  readonly art: Readonly<Record<string, string>>;
  /**
   * The shelf as a player sees it who has bought nothing, in the configuration's country: the goods list of a known
   * player is rendered with it, and asks for the player's own as soon as it runs.
   */
  readonly shelf: CallResult<'productLists'> | null;
  /** What runs, for home of somebody who is not known, or is no longer: a known player's home asks for it with the shelf. */
  readonly activities: CallResult<'productLists'>['activities'];
  /** A04: `free`: visits are counted. `ask`: only once the player has said yes. null: the project counts nothing. */
  readonly counting: 'free' | 'ask' | null;
  /** C02's popup picture has been closed today; for home only. */
  readonly hasSeenPopup: boolean;
  /** Filled for /login only. */
  readonly projects: readonly ProjectTile[];
  /** The request-signing secret of C13: every browser holds it, so it is no secret at all. */
  readonly signSecret: string;
  /** false: the page came as a skeleton, which the browser replaces instead of hydrating. */
  readonly rendered: boolean;
};

/** What an address is, before anything is known about its project. */
export type PageAddress = {
  /** The route's name, `notFound` for any other path (R20). */
  readonly route: string;
  readonly project: string | null;
  /** Where the address only leads elsewhere (R01, R03). */
  readonly redirect: string | null;
  /** Home and static pages are rendered, the goods list to known players; all others get the themed skeleton. */
  readonly rendered: boolean | 'known';
  readonly status: 200 | 404;
};

export type RenderedPage = {
  readonly html: string;
  /** The text of every inlined style element, for the hashes of the content security policy. */
  readonly styles: readonly string[];
};

/** The address of a picture of ours → the picture itself as a data address; '' where there is none. */
export type InlinePicture = (address: string) => string;

export type OfflinePage = RenderedPage & {
  /** The text of its one inlined script. */
  readonly script: string;
};

export type LanguageWish = {
  readonly stored: string | null;
  readonly browser: readonly string[];
  readonly allowed: readonly string[] | null;
  readonly fallback?: string | undefined;
};

/** What dist/server/entry-server.js exports. */
export type StorefrontRenderer = {
  addressOf(path: string): PageAddress;
  chooseLanguage(wish: LanguageWish): Language;
  /** A page for a browser without a network: it loads nothing and holds no price and no player. */
  renderOffline(assets: unknown, page: PageData, inline: InlinePicture): Promise<OfflinePage>;
  /** `assets` is dist/server/assets.json as read. */
  createRenderer(assets: unknown): (path: string, page: PageData) => Promise<RenderedPage>;
};
