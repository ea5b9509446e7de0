import { createHash } from 'node:crypto';
import type { Configs } from '@webpay/contract/calls';

/** The gateways' hosts as a content security policy names them. */
export type GatewayHosts = {
  readonly scripts: readonly string[];
  /** Frames, pictures and connections. */
  readonly all: readonly string[];
  /** Whose frames may use the browser's payment request (Apple Pay). */
  readonly wallets: readonly string[];
};

const PAYPAL = ['https://*.paypal.com', 'https://*.paypalobjects.com'];

/** From where the browser components are loaded, hence where they talk to (payments.md §2.4). */
export function gatewayHosts(config: {
  readonly payermax: { readonly sdkUrl: string };
  readonly paypal: { readonly sdkUrl: string };
}): GatewayHosts {
  const card = new URL(config.payermax.sdkUrl);
  const wallet = new URL(config.paypal.sdkUrl);
  const cardHosts = isHostOf(card, 'payermax.com') ? ['https://*.payermax.com'] : [card.origin];
  const walletHosts = isHostOf(wallet, 'paypal.com') ? PAYPAL : [wallet.origin];
  return {
    scripts: unique([card.origin, ...walletHosts]),
    all: unique([...cardHosts, ...walletHosts]),
    wallets: cardHosts,
  };
}

export type PolicyParts = {
  readonly hosts: GatewayHosts;
  readonly apiHosts: readonly string[];
  readonly configs: Configs | null;
  /** Further hosts of the scripts that count visits; none where nothing is counted. */
  readonly countingHosts: readonly string[];
  /** The texts of the page's inlined style elements. */
  readonly styles: readonly string[];
  readonly isSecure: boolean;
};

/** The same for every page of a project: the shop is one page that goes on without loading. */
export function securityPolicy(parts: PolicyParts): string {
  const { hosts, configs, apiHosts, styles } = parts;
  const counting = [...analyticsOrigins(configs), ...parts.countingHosts];
  const documents = [configs?.privacy_protocol, configs?.user_protocol].flatMap(originIfAny);
  const directives: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...hosts.scripts, ...counting],
    'style-src': ["'self'", ...styles.map(styleHash)],
    // Attributes cannot load anything; components place their pictures with them.
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:', ...hosts.all, ...counting],
    'font-src': ["'self'"],
    // R12 asks for a document before it trusts its frame.
    'connect-src': ["'self'", ...apiHosts, ...hosts.all, ...counting, ...documents],
    'frame-src': ["'self'", ...hosts.all, ...documents],
    'child-src': ["'self'", ...hosts.all, ...documents],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'self'"],
    ...(parts.isSecure ? { 'upgrade-insecure-requests': [] } : {}),
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...unique(sources)].join(' '))
    .join('; ');
}

/** Only the gateway's frames may ask the browser for a payment; nothing asks for a camera. */
export function permissionsPolicy(hosts: GatewayHosts): string {
  const wallets = hosts.wallets.map((host) => `"${host}"`).join(' ');
  return `payment=(self ${wallets}), camera=(), microphone=(), geolocation=(), usb=()`;
}

function styleHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** A04: a script without an id is not loaded, so its host need not be named. */
function analyticsOrigins(configs: Configs | null): string[] {
  if (!configs) return [];
  const { statistics_src, statistics_id, tag_src, tag_id } = configs.analytics;
  return [
    ...(statistics_id === '' ? [] : originIfAny(statistics_src)),
    ...(tag_id === '' ? [] : originIfAny(tag_src)),
  ];
}

/** A path of our own has no origin to name; configuration may hold nonsense. */
function originIfAny(address: string | undefined): string[] {
  if (address === undefined || !URL.canParse(address)) return [];
  const { origin, protocol } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? [origin] : [];
}

function isHostOf(url: URL, domain: string): boolean {
  return url.hostname === domain || url.hostname.endsWith(`.${domain}`);
}

function unique(list: readonly string[]): string[] {
  return [...new Set(list)];
}
