import {
  complain,
  given,
  readAddress,
  readOrigins,
  readSecondSecret,
  readSecret,
  readSwitch,
  readText,
  readTextFile,
  refusePlainHttp,
  type Fields,
  readWhole,
} from './fields.ts';
import {
  isSameFile,
  readCertificate,
  readKey,
  refuseSandboxFile,
  refuseSandboxValue,
  SANDBOX_CERT_ROOT,
  SANDBOX_PRIVATE_KEY,
  SANDBOX_PUBLIC_KEY,
} from './gateway-keys.ts';
import { isTestWorld, refuseOtherWorld } from './payermax-world.ts';
import { VARIABLES, type VariableName } from './variables.ts';

export type PayermaxConfig = ReturnType<typeof readPayermax>;
export type PaypalConfig = ReturnType<typeof readPaypal>;

const PAYERMAX_OWN = [
  'PAYERMAX_APP_ID',
  'PAYERMAX_MERCHANT_NO',
  'PAYERMAX_PRIVATE_KEY_FILE',
  'PAYERMAX_PUBLIC_KEY_FILE',
  'PAYERMAX_KEY_VERSION',
  'PAYERMAX_PRIVATE_KEY_SECOND_FILE',
  'PAYERMAX_KEY_VERSION_SECOND',
  'PAYERMAX_PUBLIC_KEY_SECOND_FILE',
  'PAYERMAX_STATEMENTS',
] as const;
const PAYPAL_OWN = [
  'PAYPAL_CLIENT_ID',
  'PAYPAL_SECRET',
  'PAYPAL_SECRET_FILE',
  'PAYPAL_SECRET_SECOND',
  'PAYPAL_SECRET_SECOND_FILE',
  'PAYPAL_WEBHOOK_ID',
  'PAYPAL_MERCHANT_ID',
] as const;

/**
 * Whether production's default merchant has no account at a gateway: none of its own variables is given, and another
 * account is. A sandbox has accounts at both.
 */
function isWithout(
  fields: Fields,
  own: readonly VariableName[],
  others: readonly VariableName[],
): boolean {
  const isAnyGiven = (names: readonly VariableName[]) =>
    names.some((name) => given(fields, name) !== null);
  return !isAnyGiven(own) && isAnyGiven([...others, 'MERCHANTS_FILE']);
}

/** A null `sandboxUrl` means production: no defaults, and none of the sandbox's keys. */
export function readPayermax(fields: Fields, sandboxUrl: string | null) {
  const isSandbox = sandboxUrl !== null;
  const isAbsent = !isSandbox && isWithout(fields, PAYERMAX_OWN, PAYPAL_OWN);
  const own = (name: VariableName) =>
    isAbsent ? '' : readText(fields, name, isSandbox ? VARIABLES[name].fallback : null);
  const home = isSandbox ? `${sandboxUrl}/payermax` : null;
  const key = (name: VariableName, kind: 'private' | 'public', file: string) =>
    isAbsent ? '' : readKey(fields, name, isSandbox ? file : null, kind);
  const second = (name: VariableName, kind: 'private' | 'public') =>
    given(fields, name) === null ? null : readKey(fields, name, null, kind);
  const keyVersion = given(fields, 'PAYERMAX_KEY_VERSION') ?? '1';
  const config = {
    /** The default merchant has no account here. */
    isAbsent,
    /** The address before `/applyDropinSession` and the other paths. */
    base: readAddress(
      fields,
      'PAYERMAX_BASE',
      home ?? 'https://pay-gate.payermax.com/aggregate-pay/api/gateway',
    ),
    sdkUrl: readAddress(
      fields,
      'PAYERMAX_SDK_URL',
      home ? `${home}/dropin.js` : 'https://cdn.payermax.com/dropin/js/pmdropin.min.js',
    ),
    /** The component charges no money in the test world, and its session must be of the same world. */
    isTestWorld: isTestWorld(fields, isSandbox),
    appId: own('PAYERMAX_APP_ID'),
    merchantNo: own('PAYERMAX_MERCHANT_NO'),
    /** Our private key, PKCS#8 PEM. */
    privateKeyPem: key('PAYERMAX_PRIVATE_KEY_FILE', 'private', SANDBOX_PRIVATE_KEY),
    keyVersion,
    /** Signs what PayerMax refused under the first; null: none. */
    secondPrivateKeyPem: second('PAYERMAX_PRIVATE_KEY_SECOND_FILE', 'private'),
    secondKeyVersion: given(fields, 'PAYERMAX_KEY_VERSION_SECOND') ?? keyVersion,
    /** PayerMax's public key, SPKI PEM. */
    publicKeyPem: key('PAYERMAX_PUBLIC_KEY_FILE', 'public', SANDBOX_PUBLIC_KEY),
    /** Also verifies PayerMax's messages; null: none. */
    secondPublicKeyPem: second('PAYERMAX_PUBLIC_KEY_SECOND_FILE', 'public'),
    /** Origins whose pictures of QR codes a page may show. */
    pictureHosts: readOrigins(fields, 'PAYERMAX_PICTURE_HOSTS', isSandbox ? [sandboxUrl] : []),
    /** Apple's proof of the domain; empty: none. */
    appleDomain: readTextFile(fields, 'APPLE_PAY_DOMAIN_FILE', ''),
    /** The folder of its settlement files, or the sandbox's statement; null: none. */
    statements:
      given(fields, 'PAYERMAX_STATEMENTS') ?? (isSandbox ? `${sandboxUrl}/statement` : null),
    /** Hours by which the days of PayerMax's own files are ahead of UTC. */
    statementHours: readWhole(fields, 'PAYERMAX_STATEMENT_HOURS', 8, [0, 14]),
  };
  if (isSandbox) return config;
  refuseOtherWorld(fields, config);
  if (/^https?:/.test(config.statements ?? '')) {
    complain(fields, 'PAYERMAX_STATEMENTS', 'must be a folder: only the sandbox has an address');
  }
  refuseSandboxValue(fields, 'PAYERMAX_APP_ID', config.appId);
  refuseSandboxValue(fields, 'PAYERMAX_MERCHANT_NO', config.merchantNo);
  refusePlainHttp(fields, 'PAYERMAX_BASE', [config.base]);
  refusePlainHttp(fields, 'PAYERMAX_SDK_URL', [config.sdkUrl]);
  refusePlainHttp(fields, 'PAYERMAX_PICTURE_HOSTS', config.pictureHosts);
  const pems: [VariableName, string | null, sandboxFile: string][] = [
    ['PAYERMAX_PRIVATE_KEY_FILE', config.privateKeyPem, SANDBOX_PRIVATE_KEY],
    ['PAYERMAX_PRIVATE_KEY_SECOND_FILE', config.secondPrivateKeyPem, SANDBOX_PRIVATE_KEY],
    ['PAYERMAX_PUBLIC_KEY_FILE', config.publicKeyPem, SANDBOX_PUBLIC_KEY],
    ['PAYERMAX_PUBLIC_KEY_SECOND_FILE', config.secondPublicKeyPem, SANDBOX_PUBLIC_KEY],
  ];
  for (const [name, pem, file] of pems) refuseSandboxFile(fields, name, pem ?? '', file);
  return config;
}

export function readPaypal(fields: Fields, sandboxUrl: string | null) {
  const isSandbox = sandboxUrl !== null;
  const inSandbox = (name: VariableName) => (isSandbox ? VARIABLES[name].fallback : null);
  const isAbsent = !isSandbox && isWithout(fields, PAYPAL_OWN, PAYERMAX_OWN);
  const own = (name: VariableName) => (isAbsent ? '' : readText(fields, name, inSandbox(name)));
  const home = isSandbox ? `${sandboxUrl}/paypal` : null;
  const rootFile = given(fields, 'PAYPAL_CERT_ROOT_FILE') ?? (isSandbox ? SANDBOX_CERT_ROOT : null);
  const sdkUrl = home ? `${home}/sdk/js` : 'https://www.paypal.com/sdk/js';
  const origins = ['https://api.paypal.com', 'https://api-m.paypal.com'];
  const config = {
    /** The default merchant has no account here. */
    isAbsent,
    /** The address before `/v2/checkout/orders` and the other paths. */
    base: readAddress(fields, 'PAYPAL_BASE', home ?? 'https://api-m.paypal.com'),
    sdkUrl: readAddress(fields, 'PAYPAL_SDK_URL', sdkUrl),
    pageHosts: readOrigins(fields, 'PAYPAL_PAGE_HOSTS', []),
    clientId: own('PAYPAL_CLIENT_ID'),
    secret: isAbsent ? '' : readSecret(fields, 'PAYPAL_SECRET', inSandbox('PAYPAL_SECRET')),
    /** Used where PayPal refuses the first; null: none. */
    secondSecret: readSecondSecret(fields, 'PAYPAL_SECRET_SECOND'),
    webhookId: own('PAYPAL_WEBHOOK_ID'),
    /** Origins that may serve a webhook's certificate. */
    certOrigins: readOrigins(fields, 'PAYPAL_CERT_ORIGINS', isSandbox ? [sandboxUrl] : origins),
    /** Root certificate; null: Node's own roots. */
    certRootPem: rootFile === null ? null : readCertificate(fields, rootFile),
    /** The common name that the certificate must carry. */
    certCn: readText(
      fields,
      'PAYPAL_CERT_CN',
      inSandbox('PAYPAL_CERT_CN') ?? 'messageverificationcerts.paypal.com',
    ),
    /** Our PayPal account: money that names another payee is quarantined. */
    merchantId: own('PAYPAL_MERCHANT_ID'),
    keepsWallets: readSwitch(fields, 'PAYPAL_VAULT'),
  };
  if (isSandbox) return config;
  refusePlainHttp(fields, 'PAYPAL_BASE', [config.base]);
  refusePlainHttp(fields, 'PAYPAL_SDK_URL', [config.sdkUrl]);
  refusePlainHttp(fields, 'PAYPAL_PAGE_HOSTS', config.pageHosts);
  refusePlainHttp(fields, 'PAYPAL_CERT_ORIGINS', config.certOrigins);
  const { certRootPem } = config;
  refuseSandboxFile(fields, 'PAYPAL_CERT_ROOT_FILE', certRootPem ?? '', SANDBOX_CERT_ROOT);
  refuseSandboxValue(fields, 'PAYPAL_CLIENT_ID', config.clientId);
  refuseSandboxValue(fields, 'PAYPAL_SECRET', config.secret);
  if (config.secondSecret === VARIABLES.PAYPAL_SECRET.fallback) {
    complain(fields, 'PAYPAL_SECRET_SECOND', "is the sandbox's: production needs its own");
  }
  refuseSandboxValue(fields, 'PAYPAL_WEBHOOK_ID', config.webhookId);
  refuseSandboxValue(fields, 'PAYPAL_MERCHANT_ID', config.merchantId);
  refuseSandboxValue(fields, 'PAYPAL_CERT_CN', config.certCn);
  return config;
}

/** The settings whose files hold published keys: whoever has the repository can sign webhooks that they verify. */
export function publishedKeys(
  payermax: PayermaxConfig,
  paypal: PaypalConfig,
  merchants: Iterable<{ readonly payermax: PayermaxConfig | null }>,
): VariableName[] {
  const all: [VariableName, string | null, sandboxFile: string][] = [
    ['PAYERMAX_PUBLIC_KEY_FILE', payermax.publicKeyPem, SANDBOX_PUBLIC_KEY],
    ['PAYERMAX_PUBLIC_KEY_SECOND_FILE', payermax.secondPublicKeyPem, SANDBOX_PUBLIC_KEY],
    ['PAYPAL_CERT_ROOT_FILE', paypal.certRootPem, SANDBOX_CERT_ROOT],
    ...[...merchants].flatMap(({ payermax: account }): typeof all => [
      ['MERCHANTS_FILE', account?.publicKeyPem ?? null, SANDBOX_PUBLIC_KEY],
      ['MERCHANTS_FILE', account?.secondPublicKeyPem ?? null, SANDBOX_PUBLIC_KEY],
    ]),
  ];
  const names = all.flatMap(([name, pem, file]) => (isSameFile(pem ?? '', file) ? [name] : []));
  return [...new Set(names)];
}
