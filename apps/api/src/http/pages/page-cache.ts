import { createHash } from 'node:crypto';
import type { PageAddress, PageData } from '@webpay/contract/page';
import type { Config } from '../../config/config.ts';
import { createLru } from './lru.ts';
import { type Gateways, permissionsPolicy, securityPolicy, TRUSTED_TYPES } from './policy.ts';
import type { PagesSource } from './source.ts';
import type { Storefront } from './storefront-build.ts';
import type { Visitor } from './visitor.ts';

/** A rendered page; `encoded` is filled as encodings are requested. */
export type CachedPage = {
  readonly status: 200 | 404;
  readonly lang: string;
  readonly body: Buffer;
  readonly etag: string;
  /** The page's security headers. */
  readonly policies: Readonly<Record<string, string>>;
  /** Games may show it in a frame; `frame-ancestors` names them. */
  readonly isFrameable: boolean;
  readonly encoded: Map<'br' | 'gzip', Promise<Buffer>>;
};

/** A page takes about 120 kB; six projects in a few languages need a few dozen. */
const MOST_PAGES = 128;

export type PageCacheParts = {
  readonly storefront: Storefront;
  readonly source: PagesSource;
  readonly gateways: Gateways;
  readonly config: Pick<Config, 'apiHosts' | 'signSecret' | 'publicUrl'>;
};

export type PageCache = ReturnType<typeof createPageCache>;

/**
 * Renders each page once and caches it: a page depends only on project, language, country, kind of
 * page, and whether the player is known.
 */
export function createPageCache(parts: PageCacheParts) {
  const pages = createLru<Promise<CachedPage>>(MOST_PAGES);
  const keyOf = (address: PageAddress, view: View) =>
    [parts.source.version(view.project), view.isFound ? address.route : '404', ...view.key].join(
      '|',
    );
  return {
    /** The data of the page at this address, with a key that changes when the data does. */
    dataFor(path: string, visitor: Visitor) {
      const address = parts.storefront.renderer.addressOf(path);
      const view = viewOf(parts, address, visitor);
      return { key: keyOf(address, view), page: dataOf(parts, address, view) };
    },
    pageFor(path: string, address: PageAddress, visitor: Visitor) {
      const view = viewOf(parts, address, visitor);
      return pages.get(keyOf(address, view), () => make(parts, path, address, view));
    },
  };
}

type View = ReturnType<typeof viewOf>;

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
  const known = visitor.known && (address.route === 'home' || address.rendered === 'known');
  const country = project === null ? null : source.country(project, visitor.countries);
  const isFound = isMaintenance || address.project === null || project !== null;
  const counting = project === null ? null : source.counting(project, visitor.countries);
  const hasSeenPopup = address.route === 'home' && visitor.hasSeenPopup;
  const key = [project ?? '', lang, known, country ?? '', counting ?? '', hasSeenPopup];
  return { project, lang, known, country, isFound, counting, hasSeenPopup, key };
}

function dataOf({ source, config }: PageCacheParts, address: PageAddress, view: View): PageData {
  const { project, lang, known, country, counting, hasSeenPopup } = view;
  const isFilled = address.rendered === 'known' && known;
  return {
    project,
    lang,
    known,
    configs: project === null ? null : source.configs(project, lang, country),
    art: source.sharedArt(),
    shelf: project !== null && isFilled ? source.shelf(project, lang, country) : null,
    // Home shows activities to known players too, after a log-out from any page.
    activities: project && address.project !== null ? source.activities(project, lang) : [],
    counting,
    hasSeenPopup,
    projects: address.route === 'login' ? source.tiles(lang) : [],
    signSecret: config.signSecret,
    // A not-found page is static.
    rendered: address.rendered === true || isFilled || !view.isFound,
  };
}

async function make(
  parts: PageCacheParts,
  path: string,
  address: PageAddress,
  view: View,
): Promise<CachedPage> {
  const { source, storefront, config } = parts;
  const { project, lang, counting } = view;
  const page = dataOf(parts, address, view);
  const { html, styles } = await storefront.render(path, page);
  const body = Buffer.from(html);
  const gateways =
    project === null ? [] : [...source.sellsBy(project)].map((by) => parts.gateways[by]);
  const framedBy = project === null ? [] : source.framedBy(project);
  return {
    status: view.isFound ? address.status : 404,
    lang,
    body,
    etag: createHash('sha256').update(body).digest('base64url').slice(0, 27),
    policies: {
      'content-security-policy': securityPolicy({
        gateways,
        apiHosts: config.apiHosts,
        configs: page.configs,
        countingHosts: counting === null || project === null ? [] : source.countingHosts(project),
        framedBy,
        styles,
        isSecure: config.publicUrl.startsWith('https:'),
      }),
      'content-security-policy-report-only': TRUSTED_TYPES,
      'permissions-policy': permissionsPolicy(gateways),
    },
    isFrameable: framedBy.length > 0,
    encoded: new Map(),
  };
}
