/** The one place that writes addresses of the shop (spec §2). */

const at = (project: string, screen: string) => `/${encodeURIComponent(project)}${screen}`;

export const paths = {
  inConstruction: () => '/inConstruction',
  maintenance: () => '/error/maintenance',
  notFound: () => '/webpay/404',
  login: () => '/login',
  /** The project tells whose theme a page without its token wears. */
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
  /** Files of the installed page, below the project so that its cookies and scope are right. */
  serviceWorker: (project: string) => at(project, '/sw.js'),
  offline: (project: string) => at(project, '/offline.html'),
  manifest: (project: string) => at(project, '/app.webmanifest'),

  orders: (project: string) => at(project, '/orders'),
  /** One good of an event, bought on the event's own payment page (R13). */
  activityPayment: (project: string, good?: { readonly event: EventSource; readonly id: string }) =>
    at(project, '/activityPayment') +
    (good ? `?${new URLSearchParams({ [good.event]: good.id })}` : ''),
  actInquireOrder: (project: string) => at(project, '/actInquireOrder'),
  bargain: (project: string) => at(project, '/activity/bargainirg'),
  cumulation: (project: string) => at(project, '/activity/cumulation'),
  card: (project: string) => at(project, '/activity/card'),
} as const;

/** What an order can be made from, besides a game or a mall; the last two are events (R13). */
type Source = 'cart' | 'direct' | EventSource | 'mall';
export type EventSource = 'bargain' | 'card';

export function isEventSource(source: Source): source is EventSource {
  return source === 'bargain' || source === 'card';
}

/** The page on which an order of this source is paid (R10, R13). */
export function payPath(project: string, source: Source): string {
  return isEventSource(source) ? paths.activityPayment(project) : paths.payment(project);
}

/** C11: the page a bank or a wallet sends the payer of an order of this source back to. */
export function returnPath(project: string, source: Source): string {
  return isEventSource(source) ? paths.actInquireOrder(project) : paths.payment(project);
}

/** Adds an order's token where no server and no referrer sees it: `/miniflix/payment#order=…`. */
export function withOrder(path: string, token: string): string {
  return `${path}#order=${encodeURIComponent(token)}`;
}

/**
 * The order's token of an address's fragment, or null. A gateway that appends its own fields to
 * the address without looking puts `?outTradeNo=…` behind the fragment: that is cut off.
 */
export function orderOf(hash: string): string | null {
  return /^#(?:.*[&?])?order=([A-Za-z0-9_-]{1,128})(?:[&?]|$)/.exec(hash)?.[1] ?? null;
}
