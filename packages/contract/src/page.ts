import type { CallResult, Configs, Theme } from './calls.ts';
import type { Language } from './languages.ts';

/** Data from the shop's server to the storefront's renderer, and inlined as JSON in the page. */

export type ProjectTile = {
  readonly code: string;
  readonly name: string;
  readonly icon: string;
  readonly theme: Theme;
};

export type PageData = {
  /** null: the address belongs to no project. */
  readonly project: string | null;
  readonly lang: Language;
  /** Cookie `known=1`: this browser has a session of the project. */
  readonly known: boolean;
  readonly configs: Configs | null;
  /** Images of pages without a project: compass, crane, asleep. */
  readonly art: Readonly<Record<string, string>>;
  /**
   * The goods in the page's country: on home for visitors without a session, on the goods list for
   * known players, whose own list is loaded afterwards.
   */
  readonly shelf: CallResult<'productShelf'> | null;
  /**
   * Events on home for players without a session; a known player's home loads them with the goods
   * list.
   */
  readonly activities: CallResult<'productLists'>['activities'];
  /** A04: `free`: visits are counted. `ask`: after consent. null: no analytics. */
  readonly counting: 'free' | 'ask' | null;
  /** C02: the popup was closed today; for home only. */
  readonly hasSeenPopup: boolean;
  /** For /login only. */
  readonly projects: readonly ProjectTile[];
  /** Request-signing secret of C13; public, because every browser has it. */
  readonly signSecret: string;
  /** false: a skeleton, which the browser replaces instead of hydrating. */
  readonly rendered: boolean;
};

/** Meaning of an address, before its project is known. */
export type PageAddress = {
  /** Name of the route, `notFound` for an unknown path (R20). */
  readonly route: string;
  readonly project: string | null;
  /** Target of a redirect (R01, R03). */
  readonly redirect: string | null;
  /** Home and static pages are rendered, the goods list for known players; others are skeletons. */
  readonly rendered: boolean | 'known';
  readonly status: 200 | 404;
};

export type RenderedPage = {
  readonly html: string;
  /** Text of every inlined style element, for the policy's hashes. */
  readonly styles: readonly string[];
};

/** Returns an image as a data address; '' for an unknown one. */
export type InlinePicture = (address: string) => string;

export type OfflinePage = RenderedPage & {
  /** Text of its one inlined script, for the policy's hash. */
  readonly script: string;
};

export type LanguageWish = {
  readonly stored: string | null;
  readonly browser: readonly string[];
  readonly allowed: readonly string[] | null;
  readonly fallback?: string | undefined;
};

/** Exports of a build's server/entry-server.js. */
export type StorefrontRenderer = {
  addressOf(path: string): PageAddress;
  chooseLanguage(wish: LanguageWish): Language;
  /** A page for a browser without a network: it loads nothing and contains no price or player. */
  renderOffline(assets: unknown, page: PageData, inline: InlinePicture): Promise<OfflinePage>;
  /** @param assets content of the build's server/assets.json */
  createRenderer(assets: unknown): (path: string, page: PageData) => Promise<RenderedPage>;
};
