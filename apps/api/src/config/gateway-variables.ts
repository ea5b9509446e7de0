import { variable, type Variable } from './variable.ts';

const KEYS = 'apps/api/sandbox-keys';
const SANDBOX = 'http://localhost:4090';

/** Variables of gateways and games. */
export const GATEWAY_VARIABLES = {
  PAYERMAX_BASE: variable(
    `${SANDBOX}/payermax`,
    "The address of PayerMax's API.",
    'Default `https://pay-gate.payermax.com/aggregate-pay/api/gateway`; https.',
  ),
  PAYERMAX_SDK_URL: variable(
    `${SANDBOX}/payermax/dropin.js`,
    "The address of PayerMax's browser component.",
    'Default `https://cdn.payermax.com/dropin/js/pmdropin.min.js`; https.',
  ),
  PAYERMAX_WORLD: variable(
    'test',
    "`test` or `live`: the world that PayerMax's browser component and address belong to.",
    'Default `live`; `test`, for a rehearsal without money, raises the alert `payermax_test_world`.',
  ),
  PAYERMAX_APP_ID: variable(
    'testapp0000000000000000000000001',
    'The application id at PayerMax.',
    'Required, not the default.',
  ),
  PAYERMAX_MERCHANT_NO: variable(
    'TEST010000000001',
    'The merchant number at PayerMax.',
    'Required, not the default.',
  ),
  PAYERMAX_PRIVATE_KEY_FILE: variable(
    `${KEYS}/payermax-merchant.private.pem`,
    'A file with our RSA private key, 2048 bits or more: PEM or base64.',
    'Required, not the default.',
  ),
  PAYERMAX_KEY_VERSION: variable('1', 'The `keyVersion` that PayerMax gave to our key.'),
  PAYERMAX_PRIVATE_KEY_SECOND_FILE: variable(
    '',
    'A file with a second private key of ours: it signs what PayerMax refused under the first.',
    "As strong, not the sandbox's.",
  ),
  PAYERMAX_KEY_VERSION_SECOND: variable(
    '',
    'The `keyVersion` of the second key; the value of `PAYERMAX_KEY_VERSION` by default.',
  ),
  PAYERMAX_PUBLIC_KEY_FILE: variable(
    `${KEYS}/payermax-platform.public.pem`,
    "A file with PayerMax's RSA public key, 2048 bits or more: PEM or base64. A public test shop with a game elsewhere needs its own.",
    'Required, not the default.',
  ),
  PAYERMAX_PUBLIC_KEY_SECOND_FILE: variable(
    '',
    "A file with a second public key of PayerMax's: messages hold under either, whatever their `keyVersion`.",
    "As strong, not the sandbox's.",
  ),
  PAYERMAX_PICTURE_HOSTS: variable(
    '',
    'Origins whose pictures of QR codes a page shows, separated by commas: GoPay at a computer (0088). The sandbox is one by default.',
    'https; needed by a method that redirects with `direct: true`.',
  ),
  APPLE_PAY_DOMAIN_FILE: variable(
    '',
    "Apple's file that proves the domain, from PayerMax: served at `/.well-known/apple-developer-merchantid-domain-association`. Absent: 404.",
  ),
  PAYERMAX_STATEMENTS: variable(
    `${SANDBOX}/statement`,
    "The folder of PayerMax's statements: its own `…_payin_….csv`, or the shop's form (0013).",
    'Optional; a folder, no address.',
  ),
  PAYERMAX_STATEMENT_HOURS: variable(
    '8',
    "Hours by which the clock of PayerMax's own files is ahead of UTC: 8 for files by SFTP, 0 for those of the merchant platform, unless they are set otherwise.",
    'A whole number from 0 to 14.',
  ),
  PAYPAL_BASE: variable(
    `${SANDBOX}/paypal`,
    "The address of PayPal's API.",
    'Default `https://api-m.paypal.com`; https; the test world only where `PAYERMAX_WORLD` is `test`.',
  ),
  PAYPAL_SDK_URL: variable(
    `${SANDBOX}/paypal/sdk/js`,
    "The address of PayPal's buttons.",
    'Default `https://www.paypal.com/sdk/js`; https.',
  ),
  PAYPAL_PAGE_HOSTS: variable(
    '',
    "Further origins that PayPal's script loads from, separated by commas, beside the known ones (0039).",
    'https.',
  ),
  PAYPAL_CLIENT_ID: variable(
    'sandbox-client',
    'The client id at PayPal.',
    'Required, not the default.',
  ),
  PAYPAL_SECRET: variable(
    'sandbox-secret',
    'The client secret at PayPal.',
    'Required, not the default.',
  ),
  PAYPAL_SECRET_FILE: variable('', 'A file with `PAYPAL_SECRET`, instead of the variable.'),
  PAYPAL_SECRET_SECOND: variable(
    '',
    'A second client secret at PayPal, used when the first is refused.',
    "Not the sandbox's.",
  ),
  PAYPAL_SECRET_SECOND_FILE: variable('', 'A file with `PAYPAL_SECRET_SECOND`, in its place.'),
  PAYPAL_WEBHOOK_ID: variable(
    '1JE42910TEST0001A',
    "The id of the shop's webhook at PayPal.",
    'Required, not the default.',
  ),
  PAYPAL_CERT_ORIGINS: variable(
    SANDBOX,
    'The origins that serve certificates of webhooks, separated by commas.',
    'Default `https://api.paypal.com,https://api-m.paypal.com`; https.',
  ),
  PAYPAL_CERT_ROOT_FILE: variable(
    `${KEYS}/paypal-root-ca.pem`,
    'A file with the root certificate of webhooks. A public test shop with a game elsewhere needs its own.',
    "Node's own roots by default; not the sandbox's.",
  ),
  PAYPAL_CERT_CN: variable(
    'messageverificationcerts.test.invalid',
    'The common name in the certificate of webhooks.',
    'Default `messageverificationcerts.paypal.com`.',
  ),
  PAYPAL_VAULT: variable(
    'off',
    'Whether players may save PayPal for the next payment: `on` or `off` (0089). PayPal must have switched its vault on for the account, and advises against saving during a purchase: ask its account manager first.',
  ),
  PAYPAL_MERCHANT_ID: variable(
    'TESTSHPA22222',
    'The merchant id at PayPal, the payee: money for another one is quarantined.',
    "Required, not the default. PayPal's account page shows it.",
  ),
  GAMES_FILE: variable(
    '',
    'A JSON or YAML file: game id → `address` and `key` of its gateway, and `second_key` while its key changes. Other games are at the sandbox.',
    'Required; https; keys of 16 characters or more for each game.',
  ),
  MERCHANTS_FILE: variable(
    '',
    'A JSON or YAML file: the accounts of further legal entities and the projects that they serve (docs/operations.md). The variables above are the default merchant.',
    "Optional; own accounts and keys, not the sandbox's.",
  ),
  METHODS_FILE: variable(
    '',
    "A JSON or YAML file: what the merchant's account says about ways to pay (docs/payments.md). By default the sandbox's own.",
    'Without it, ways to pay with an unknown fact are not offered.',
  ),
} as const satisfies Record<string, Variable>;
