import { createHash } from 'node:crypto';
import type { Configs } from '@webpay/contract/calls';

/** A gateway's hosts for the content security policy. */
export type GatewayHosts = {
  readonly scripts: readonly string[];
  /** Frames, pictures and connections. */
  readonly all: readonly string[];
  /** Further hosts of pictures alone. */
  readonly pictures?: readonly string[];
  /** Hosts whose frames may use the payment request (Apple Pay). */
  readonly wallets: readonly string[];
};
export type Gateways = Readonly<Record<'payermax' | 'paypal', GatewayHosts>>;

/**
 * Hosts of PayPal's JavaScript SDK with `components=buttons`. PayPal's page on policies
 * (developer.paypal.com/sdk/js/best-practices) advises `*.paypal.com`; these are the hosts in use
 * (docs/decisions/0039). Its test world has frames and calls of its own.
 */
const PAYPAL = {
  scripts: ['https://www.paypal.com', 'https://www.paypalobjects.com'],
  /** Frames, pictures and connections beside them. */
  more: ['https://t.paypal.com'],
  testWorld: ['https://www.sandbox.paypal.com'],
} as const;

/**
 * A browser reads the wallet's name and manifest there when a page asks for it (developer.chrome.com, "Payment Handler API
 * will require CSP connect-src"). The wallet's own frames are the component's.
 */
const GOOGLE_PAY = ['https://google.com/pay', 'https://pay.google.com'];

/** The hosts of the gateways' browser components (payments.md §2.4). */
export function gatewayHosts(config: {
  readonly payermax: { readonly sdkUrl: string; readonly pictureHosts: readonly string[] };
  readonly paypal: {
    readonly base: string;
    readonly sdkUrl: string;
    readonly pageHosts: readonly string[];
  };
}): Gateways {
  const card = new URL(config.payermax.sdkUrl);
  const cardHosts = isHostOf(card, 'payermax.com') ? ['https://*.payermax.com'] : [card.origin];
  return {
    payermax: {
      scripts: [card.origin],
      all: cardHosts,
      pictures: config.payermax.pictureHosts,
      wallets: cardHosts,
    },
    paypal: paypalHosts(config.paypal),
  };
}

function paypalHosts(config: Parameters<typeof gatewayHosts>[0]['paypal']): GatewayHosts {
  const sdk = new URL(config.sdkUrl);
  if (!isHostOf(sdk, 'paypal.com')) {
    return { scripts: [sdk.origin], all: [sdk.origin], wallets: [] };
  }
  const isTestWorld = [sdk, new URL(config.base)].some((url) =>
    isHostOf(url, 'sandbox.paypal.com'),
  );
  const scripts = [
    ...PAYPAL.scripts,
    ...(isTestWorld ? PAYPAL.testWorld : []),
    ...config.pageHosts,
  ];
  return { scripts, all: [...scripts, ...PAYPAL.more], wallets: [] };
}

export type PolicyParts = {
  /** The gateways that the project sells through; none on a page without a project. */
  readonly gateways: readonly GatewayHosts[];
  /** Whether a device may be asked for Google Pay. */
  readonly asksGooglePay: boolean;
  readonly apiHosts: readonly string[];
  readonly configs: Configs | null;
  /** Further hosts of the analytics scripts; none without analytics. */
  readonly countingHosts: readonly string[];
  /** Origins of games that may show the shop in a frame. */
  readonly framedBy: readonly string[];
  /** The texts of the page's inlined style elements. */
  readonly styles: readonly string[];
  readonly isSecure: boolean;
};

/** Browsers send their reports here (http/csp-reports.ts). */
export const REPORTS_PATH = '/csp-reports';
/** `report-uri` is for browsers without the Reporting API. */
const REPORTING = `report-uri ${REPORTS_PATH}; report-to csp`;
const TRUSTED_TYPES = "require-trusted-types-for 'script'";

/**
 * The policies of a page as headers. Trusted Types are enforced where all scripts are our own: no
 * string becomes HTML or a script there. Gateways' and analytics' scripts make HTML of strings, so
 * their projects' pages only report (docs/decisions/0039); our own code complies everywhere.
 */
export function policyHeaders(parts: PolicyParts): Readonly<Record<string, string>> {
  const isOurs = parts.gateways.length === 0 && countingHostsOf(parts).length === 0;
  const policy = securityPolicy(parts);
  return {
    'content-security-policy': isOurs
      ? `${policy}; ${TRUSTED_TYPES}; trusted-types default; ${REPORTING}`
      : `${policy}; ${REPORTING}`,
    ...(isOurs ? {} : { 'content-security-policy-report-only': `${TRUSTED_TYPES}; ${REPORTING}` }),
    'reporting-endpoints': `csp="${REPORTS_PATH}"`,
    'permissions-policy': permissionsPolicy(parts.gateways),
  };
}

const countingHostsOf = ({ configs, countingHosts }: PolicyParts): readonly string[] => [
  ...analyticsOrigins(configs),
  ...countingHosts,
];

/** Builds one policy for all pages of a project, because the shop navigates without loading. */
export function securityPolicy(parts: PolicyParts): string {
  const { gateways, configs, apiHosts, styles } = parts;
  const hosts = gateways.flatMap(({ all }) => all);
  const pictures = gateways.flatMap((gateway) => gateway.pictures ?? []);
  const counting = countingHostsOf(parts);
  const documents = [configs?.privacy_protocol, configs?.user_protocol].flatMap(originIfAny);
  const directives: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...gateways.flatMap(({ scripts }) => scripts), ...counting],
    'style-src': ["'self'", ...styles.map(hashOf)],
    // Style attributes load nothing; components place their pictures with them.
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:', ...hosts, ...pictures, ...counting],
    'font-src': ["'self'"],
    // R12 requests a document before it trusts its frame.
    'connect-src': [
      "'self'",
      ...apiHosts,
      ...hosts,
      ...(parts.asksGooglePay ? GOOGLE_PAY : []),
      ...counting,
      ...documents,
    ],
    'frame-src': orNone([...hosts, ...documents]),
    // Safari before 15.5 applies `child-src` to workers.
    'child-src': ["'self'", ...hosts, ...documents],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    // A form submitted before its script runs would put its values into an address.
    'form-action': ["'none'"],
    'frame-ancestors': orNone(parts.framedBy),
    ...(parts.isSecure ? { 'upgrade-insecure-requests': [] } : {}),
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...unique(sources)].join(' '))
    .join('; ');
}

/** Browser features that no part of a shop needs. */
const NEVER_USED = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

/** Only the gateways' frames may request a payment; no camera or other feature is allowed. */
export function permissionsPolicy(gateways: readonly GatewayHosts[]): string {
  const wallets = gateways.flatMap((gateway) => gateway.wallets.map((host) => `"${host}"`));
  const payment = wallets.length === 0 ? '()' : `(self ${unique(wallets).join(' ')})`;
  return [`payment=${payment}`, ...NEVER_USED.map((name) => `${name}=()`)].join(', ');
}

/** An inlined style or script for a policy. */
export function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** A04: a script without an id is not loaded, so its host is left out. */
function analyticsOrigins(configs: Configs | null): string[] {
  if (!configs) return [];
  const { statistics_src, statistics_id, tag_src, tag_id } = configs.analytics;
  return [
    ...(statistics_id === '' ? [] : originIfAny(statistics_src)),
    ...(tag_id === '' ? [] : originIfAny(tag_src)),
  ];
}

/** Omits paths, which have no origin, and invalid configuration. */
function originIfAny(address: string | undefined): string[] {
  if (address === undefined || !URL.canParse(address)) return [];
  const { origin, protocol } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? [origin] : [];
}

function isHostOf(url: URL, domain: string): boolean {
  return url.hostname === domain || url.hostname.endsWith(`.${domain}`);
}

function orNone(sources: readonly string[]): readonly string[] {
  return sources.length === 0 ? ["'none'"] : sources;
}

function unique(list: readonly string[]): string[] {
  return [...new Set(list)];
}
