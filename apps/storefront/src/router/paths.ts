/** Addresses of the shop (spec §2), written here only. */

const at = (project: string, screen: string) => `/${encodeURIComponent(project)}${screen}`;

export const paths = {
  inConstruction: () => '/inConstruction',
  maintenance: () => '/error/maintenance',
  notFound: () => '/webpay/404',
  login: () => '/login',
  /** The project selects the theme of a page without its token. */
  mallCheckout: (project?: string) =>
    project === undefined
      ? '/mallCheckout'
      : `/mallCheckout?${new URLSearchParams({ website_code: project })}`,

  home: (project: string) => at(project, ''),
  goodsList: (project: string) => at(project, '/goodsList'),
  items: (project: string) => at(project, '/items'),
  cart: (project: string) => at(project, '/cart'),
  payment: (project: string) => at(project, '/payment'),
  directPayment: (project: string, product?: { readonly id: string; readonly count: number }) =>
    at(project, '/directPayment') +
    (product
      ? `?${new URLSearchParams({ product: product.id, count: String(product.count) })}`
      : ''),
  iframe: (project: string, url: string) =>
    `${at(project, '/iframe')}?${new URLSearchParams({ url })}`,
  /** Installed-app files, below the project for cookies and scope. */
  serviceWorker: (project: string) => at(project, '/sw.js'),
  offline: (project: string) => at(project, '/offline.html'),
  manifest: (project: string) => at(project, '/app.webmanifest'),

  orders: (project: string) => at(project, '/orders'),
  /** One product of an event, bought on the event's own payment page (R13). */
  activityPayment: (project: string, good?: { readonly event: EventSource; readonly id: string }) =>
    at(project, '/activityPayment') +
    (good ? `?${new URLSearchParams({ [good.event]: good.id })}` : ''),
  actInquireOrder: (project: string) => at(project, '/actInquireOrder'),
  bargain: (project: string) => at(project, '/activity/bargainirg'),
  cumulation: (project: string) => at(project, '/activity/cumulation'),
  card: (project: string) => at(project, '/activity/card'),
} as const;

/** Sources of an order besides a game; bargain and card are events (R13). */
type Source = 'cart' | 'direct' | EventSource | 'mall';
export type EventSource = 'bargain' | 'card';

export function isEventSource(source: Source): source is EventSource {
  return source === 'bargain' || source === 'card';
}

/** Returns the page on which an order of this source is paid (R10, R13). */
export function payPath(project: string, source: Source): string {
  return isEventSource(source) ? paths.activityPayment(project) : paths.payment(project);
}

/** C11: returns the page a bank or wallet sends the payer back to. */
export function returnPath(project: string, source: Source): string {
  return isEventSource(source) ? paths.actInquireOrder(project) : paths.payment(project);
}

/** Adds an order's token in the fragment, which no server and no referrer sees. */
export function withOrder(path: string, token: string): string {
  return `${path}#order=${encodeURIComponent(token)}`;
}

/** Returns the order's token of a fragment, without fields that a gateway appended, or null. */
export function orderOf(hash: string): string | null {
  return /^#(?:.*[&?])?order=([A-Za-z0-9_-]{1,128})(?:[&?]|$)/.exec(hash)?.[1] ?? null;
}
