import { isLoopback } from '../platform/loopback.ts';
import type { AuditHeadsConfig } from './audit-heads.ts';
import { complain, given, type Fields } from './fields.ts';
import type { GamesConfig } from './games.ts';
import { publishedKeys, type PayermaxConfig, type PaypalConfig } from './gateways.ts';
import type { MerchantsConfig } from './merchants.ts';
import type { TracingConfig } from '../platform/tracing/open-trace.ts';
import { VARIABLES, type VariableName } from './variables.ts';

type Addresses = {
  readonly host: string;
  readonly consoleHost: string;
  readonly publicUrl: string;
  readonly apiHosts: readonly string[];
  readonly consoleUrl: string;
  readonly previewUrl: string | null;
  readonly payermax: PayermaxConfig;
  readonly paypal: PaypalConfig;
  readonly merchants: MerchantsConfig;
  readonly games: GamesConfig;
  readonly tracing: TracingConfig | null;
  readonly auditHeads: AuditHeadsConfig | null;
};

/**
 * Keeps a sandbox's published keys off the Internet. Without WEBPAY_MODE every address is on this
 * machine; with `sandbox` a gateway or game elsewhere has keys of its own and is no live gateway, and
 * no published key signs payments for a game elsewhere.
 */
export function refuseOpenSandbox(fields: Fields, config: Addresses): void {
  if (given(fields, 'WEBPAY_MODE') === null) refuseDistant(fields, config);
  else {
    refuseMixed(fields, config);
    refuseForgeable(fields, config);
  }
}

function refuseDistant(fields: Fields, config: Addresses): void {
  if (!isLoopback(config.host)) complainOnce(fields, 'HOST', `is ${config.host}, ${CHOOSE}`);
  if (!isLoopback(config.consoleHost)) {
    complainOnce(fields, 'CONSOLE_HOST', `is ${config.consoleHost}, ${CHOOSE}`);
  }
  const { publicUrl } = config;
  if (publicUrl.startsWith('https:') || isDistant(publicUrl)) {
    complainOnce(fields, 'PUBLIC_URL', `is ${publicUrl}, ${CHOOSE}`);
  }
  const others: [VariableName, readonly string[]][] = [
    ['CONSOLE_URL', [config.consoleUrl]],
    ['PREVIEW_URL', config.previewUrl === null ? [] : [config.previewUrl]],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', config.tracing === null ? [] : [config.tracing.url]],
    ['AUDIT_ANCHOR_URL', originsOf(config.auditHeads?.anchorUrl ?? null)],
    ['API_HOSTS', given(fields, 'API_HOSTS') === null ? [] : config.apiHosts],
    ...outsideOf(config),
  ];
  for (const [name, urls] of others) {
    const distant = urls.find(isDistant);
    if (distant !== undefined) complainOnce(fields, name, `is ${distant}, ${CHOOSE}`);
  }
}

/** A path may be a secret. */
const originsOf = (url: string | null) => (url === null ? [] : [new URL(url).origin]);

const CHOOSE =
  'but without WEBPAY_MODE the shop is a sandbox for this machine alone: set WEBPAY_MODE=production, or WEBPAY_MODE=sandbox for a test shop';

function outsideOf({
  payermax,
  paypal,
  merchants,
  games,
}: Addresses): [VariableName, readonly string[]][] {
  const statements = payermax.statements ?? '';
  return [
    ['PAYERMAX_BASE', [payermax.base]],
    ['PAYERMAX_SDK_URL', [payermax.sdkUrl]],
    ['PAYERMAX_PICTURE_HOSTS', payermax.pictureHosts],
    ['PAYERMAX_STATEMENTS', /^https?:/.test(statements) ? [statements] : []],
    ['MERCHANTS_FILE', addressesIn(merchants)],
    ['PAYPAL_BASE', [paypal.base]],
    ['PAYPAL_SDK_URL', [paypal.sdkUrl]],
    ['PAYPAL_CERT_ORIGINS', paypal.certOrigins],
    ['GAMES_FILE', [...games.byId.values()].map(({ address }) => address)],
  ];
}

/** Statements of merchants that are at an address. */
function addressesIn({ byKey }: MerchantsConfig): readonly string[] {
  return [...byKey.values()]
    .map(({ payermax }) => payermax?.statements ?? '')
    .filter((statements) => /^https?:/.test(statements));
}

const LIVE = new Set(['pay-gate.payermax.com', 'api-m.paypal.com', 'api.paypal.com']);

function refuseMixed(fields: Fields, { payermax, paypal, games }: Addresses): void {
  const key = (name: VariableName): [VariableName, string] => [
    name,
    given(fields, name) ?? VARIABLES[name].fallback,
  ];
  const gateways: [base: VariableName, url: string, own: [VariableName, string][]][] = [
    [
      'PAYERMAX_BASE',
      payermax.base,
      [
        ['PAYERMAX_APP_ID', payermax.appId],
        ['PAYERMAX_MERCHANT_NO', payermax.merchantNo],
        key('PAYERMAX_PRIVATE_KEY_FILE'),
        key('PAYERMAX_PUBLIC_KEY_FILE'),
      ],
    ],
    [
      'PAYPAL_BASE',
      paypal.base,
      [
        ['PAYPAL_CLIENT_ID', paypal.clientId],
        ['PAYPAL_SECRET', paypal.secret],
        ['PAYPAL_WEBHOOK_ID', paypal.webhookId],
      ],
    ],
  ];
  for (const [base, url, own] of gateways) {
    if (!isDistant(url)) continue;
    if (isLive(url)) {
      complainOnce(fields, base, `is ${url}, a live gateway: it needs WEBPAY_MODE=production`);
      continue;
    }
    for (const [name, value] of own) {
      if (value !== VARIABLES[name].fallback) continue;
      complainOnce(fields, name, `is the sandbox's, but ${base} is ${url}: give its own`);
    }
  }
  if (isDistant(payermax.base) && !isLive(payermax.base) && !isDistant(payermax.sdkUrl)) {
    const why = `is the sandbox's, but PAYERMAX_BASE is ${payermax.base}: give PayerMax's own`;
    complainOnce(fields, 'PAYERMAX_SDK_URL', why);
  }
  for (const [gameId, { address, key, secondKey }] of games.byId) {
    const isPublished = [key, secondKey].some((each) => each?.trim().startsWith('game-key-'));
    if (isDistant(address) && isPublished) {
      complain(fields, 'GAMES_FILE', `gives ${gameId} the sandbox's key, but is at ${address}`);
    }
  }
}

const LIST = new Intl.ListFormat('en', { type: 'conjunction' });

/** A public test shop believes webhooks that anybody can sign, so its game must be the sandbox's. */
function refuseForgeable(fields: Fields, config: Addresses): void {
  const { host, publicUrl, apiHosts } = config;
  const isPublic =
    !isLoopback(host) || publicUrl.startsWith('https:') || [publicUrl, ...apiHosts].some(isDistant);
  if (!isPublic) return;
  const names = publishedKeys(config.payermax, config.paypal, config.merchants.byKey.values());
  // The sandbox answers verify calls for certificates of another root, and vouches for its published one.
  if (!isDistant(config.paypal.base)) names.push('PAYPAL_BASE');
  const game = [...config.games.byId].find(([, { address }]) => isDistant(address));
  if (game === undefined || names.length === 0) return;
  const [gameId, { address }] = game;
  const why = `but anyone can sign a payment with the sandbox's keys: give your own ${LIST.format(names)}`;
  complain(fields, 'GAMES_FILE', `gives ${gameId} the address ${address}, ${why}`);
}

function isDistant(url: string): boolean {
  return URL.canParse(url) && !isLoopback(new URL(url).hostname);
}

function isLive(url: string): boolean {
  // A host with a final dot is the same host.
  return URL.canParse(url) && LIVE.has(new URL(url).hostname.replace(/\.$/, ''));
}

/** Skips variables that already have a problem. */
function complainOnce(fields: Fields, name: VariableName, why: string): void {
  if (!fields.problems.some((each) => each.startsWith(`${name} `))) complain(fields, name, why);
}
