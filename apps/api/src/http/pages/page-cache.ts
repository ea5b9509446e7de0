import type { PageAddress, PageData } from '@webpay/contract/page';
import type { Config } from '../../config/config.ts';
import { packInHaste, packPage, type Packed } from './pack-page.ts';
import type { PageStore, StoredPage } from './page-store.ts';
import { type Gateways, policyHeaders } from './policy.ts';
import type { PagesSource } from './source.ts';
import type { Storefront } from './storefront-build.ts';
import type { Visitor } from './visitor.ts';

export type PageCacheParts = {
  readonly storefront: Storefront;
  readonly source: PagesSource;
  readonly store: PageStore;
  readonly gateways: Gateways;
  readonly config: Pick<Config, 'apiHosts' | 'signSecret' | 'publicUrl'>;
};

export type PageCache = ReturnType<typeof createPageCache>;

/**
 * Renders each page once. Its key holds the parts of a visitor that change it, and no others: else a
 * stranger makes thousands of equal pages (docs/decisions/0031).
 */
export function createPageCache(parts: PageCacheParts) {
  const { source, store, storefront } = parts;
  const keyOf = (address: PageAddress, view: View) =>
    [source.version(view.project), view.isFound ? address.route : '404', ...view.key].join('|');
  return {
    /** Manifest and offline page show a project in a language. The key changes when the data does. */
    dataFor(path: string, { lang, languages }: Visitor) {
      const address = storefront.renderer.addressOf(path);
      const view = viewOf(parts, address, { ...NOBODY, lang, languages });
      return { key: keyOf(address, view), page: dataOf(parts, address, view) };
    },
    pageFor(path: string, address: PageAddress, visitor: Visitor, network: string) {
      const plain = { ...visitor, ...UNKNOWN };
      return store.get({
        key: keyOf(address, viewOf(parts, address, visitor)),
        network,
        make: () => make(parts, { path, address, visitor }, packPage),
        // The browser draws this one as it draws the pages that are never rendered.
        inHaste: {
          key: `skeleton|${keyOf(address, viewOf(parts, address, plain))}`,
          make: () => make(parts, { path, address, visitor: plain, isBare: true }, packInHaste),
        },
      });
    },
  };
}

/** A visitor without a session on this device; a skeleton is the same for everybody. */
const UNKNOWN = { known: false, hasSeenPopup: false } as const;
const NOBODY: Visitor = {
  ...UNKNOWN,
  lang: null,
  languages: [],
  project: null,
  country: null,
  countryHint: null,
  regions: [],
};

type View = ReturnType<typeof viewOf>;

/** Reads everything that a page depends on, and its part of the key. */
function viewOf({ source, storefront }: PageCacheParts, address: PageAddress, visitor: Visitor) {
  const isMaintenance = address.route === 'maintenance';
  const wanted = isMaintenance ? visitor.project : address.project;
  const languages = wanted === null ? null : source.languages(wanted);
  const project = languages ? wanted : null;
  const lang = storefront.renderer.chooseLanguage({
    stored: visitor.lang,
    browser: visitor.languages,
    allowed: languages?.allowed ?? null,
    fallback: languages?.fallback,
  });
  const isHome = address.route === 'home';
  const known = project !== null && visitor.known && (isHome || address.rendered === 'known');
  const isFilled = address.rendered === 'known' && known;
  const hasGoods = isFilled || (isHome && project !== null && !known);
  const countries = [visitor.country, visitor.countryHint].filter((each) => each !== null);
  // Only prices in the page depend on the choice. Elsewhere the browser reads its own.
  const chosen = hasGoods ? visitor.country : null;
  const { countryHint: proxy, regions } = isMaintenance ? NOBODY : visitor;
  const served = project === null ? null : source.country(project, { chosen, proxy, regions });
  const isFound = isMaintenance || address.project === null || project !== null;
  const counting = project === null ? null : source.counting(project, countries);
  // A known player's home is drawn in the browser, which knows what it has shown.
  const hasPopup = isHome && !known && project !== null && source.hasPopup(project);
  const hasSeenPopup = hasPopup && visitor.hasSeenPopup;
  // One of the project's countries, whatever the visitor claims.
  const place = served === null ? '' : `${served.country} ${served.from}`;
  const events = project === null || served === null ? '' : source.places(project, served, proxy);
  const key = [project ?? '', lang, known, place, counting ?? '', hasSeenPopup, events];
  const shown = { known, isFilled, hasGoods, hasSeenPopup };
  return { project, lang, served, proxy, isFound, counting, ...shown, key };
}

function dataOf({ source, config }: PageCacheParts, address: PageAddress, view: View): PageData {
  const { project, lang, known, isFilled, hasGoods, served, proxy, counting, hasSeenPopup } = view;
  return {
    project,
    lang,
    known,
    configs: project === null ? null : source.configs(project, lang, served),
    art: source.sharedArt(),
    shelf: project !== null && hasGoods ? source.shelf(project, lang, served, proxy) : null,
    // Home shows activities to known players too, after a log-out from any page.
    activities:
      project && address.project !== null ? source.activities(project, lang, served, proxy) : [],
    counting,
    hasSeenPopup,
    projects: address.route === 'login' ? source.tiles(lang) : [],
    signSecret: config.signSecret,
    // A not-found page is static.
    rendered: address.rendered === true || isFilled || !view.isFound,
  };
}

type Shown = {
  readonly path: string;
  readonly address: PageAddress;
  readonly visitor: Visitor;
  /** A skeleton in place of the rendered page. */
  readonly isBare?: true;
};

/** Reads the catalogue when the page is made: it may have changed since the page was asked for. */
async function make(
  parts: PageCacheParts,
  { path, address, visitor, isBare }: Shown,
  pack: (html: string) => Packed | Promise<Packed>,
): Promise<StoredPage> {
  const { source, storefront, config } = parts;
  const view = viewOf(parts, address, visitor);
  const { project, lang, counting } = view;
  const whole = dataOf(parts, address, view);
  const page = isBare ? { ...whole, rendered: false } : whole;
  const { html, styles } = await storefront.render(path, page);
  const gateways =
    project === null ? [] : [...source.sellsBy(project)].map((by) => parts.gateways[by]);
  const framedBy = project === null ? [] : source.framedBy(project);
  return {
    ...(await pack(html)),
    status: view.isFound ? address.status : 404,
    lang,
    policies: policyHeaders({
      gateways,
      asksGooglePay: project !== null && source.sellsWith(project, 'google_pay'),
      apiHosts: config.apiHosts,
      configs: page.configs,
      countingHosts: counting === null || project === null ? [] : source.countingHosts(project),
      framedBy,
      styles,
      isSecure: config.publicUrl.startsWith('https:'),
    }),
    isFrameable: framedBy.length > 0,
  };
}
