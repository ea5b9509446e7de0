import { createPublicKey } from 'node:crypto';
import path from 'node:path';
import { isLoopback } from '../platform/loopback.ts';
import { complain, type Fields } from './fields.ts';
import { isSameFile, SANDBOX_PRIVATE_KEY, SANDBOX_PUBLIC_KEY } from './gateway-keys.ts';
import type { PayermaxConfig, PaypalConfig } from './gateways.ts';
import type { Accounts, Merchant } from './merchants.ts';
import { VARIABLES, type VariableName } from './variables.ts';

/** Refuses accounts that two merchants share, keys that defeat their purpose, and published ones. */
export function refuseMerchants(
  fields: Fields,
  merchants: readonly Merchant[],
  base: Accounts,
  sandboxUrl: string | null,
): void {
  const say = (why: string) => complain(fields, 'MERCHANTS_FILE', why);
  refuseSharedAccounts(merchants, base, say);
  const isProduction = sandboxUrl === null;
  for (const { key, payermax, paypal } of merchants) {
    if (payermax === null && paypal === null) say(`gives ${key} no account at any gateway`);
    if (key === 'default') say('has the key default, which names the accounts of the variables');
    if (payermax !== null) {
      refuseKeys(key, payermax, say);
      if (isProduction || isElsewhere(base.payermax.base)) refusePublishedKeys(key, payermax, say);
      if (isProduction && /^https?:/.test(payermax.statements ?? '')) {
        say(`gives ${key} an address of statements: only the sandbox has one`);
      }
    }
    if (paypal === null) continue;
    if (paypal.secret !== '' && paypal.secret === paypal.secondSecret) {
      say(`gives ${key} one secret twice: give another, or none`);
    }
    if (isProduction || isElsewhere(base.paypal.base)) refusePublishedWallet(key, paypal, say);
  }
}

type Say = (why: string) => void;

/** Each number names one account: a message or an answer that bears it belongs to one merchant. */
function refuseSharedAccounts(merchants: readonly Merchant[], base: Accounts, say: Say): void {
  const owners = new Map<string, string>();
  const all = [{ key: 'the default merchant', ...base }, ...merchants];
  for (const { key, payermax, paypal } of all) {
    const numbers: [what: string, value: string | null | undefined][] = [
      ['app_id', payermax?.appId],
      ['merchant_no', payermax?.merchantNo],
      // Its files have no merchant in their names: each would be read as the other's.
      ['folder of statements', folderOf(payermax?.statements)],
      ['client_id', paypal?.clientId],
      ['secret', paypal?.secret],
      ['second secret', paypal?.secondSecret],
      ['webhook_id', paypal?.webhookId],
      ['merchant_id', paypal?.merchantId],
    ];
    for (const [what, value] of numbers) {
      if (value === undefined || value === null || value === '') continue;
      // Either secret of one account must not open another.
      const named = `${what.replace('second ', '')} ${value}`;
      const other = owners.get(named);
      if (other !== undefined && other !== key) say(`gives ${key} the ${what} of ${other}`);
      owners.set(named, key);
    }
  }
}

/** Null: none, or the address of the sandbox's statement. */
function folderOf(source: string | null | undefined): string | null {
  if (source === null || source === undefined || /^https?:/.test(source)) return null;
  return path.resolve(source);
}

function refuseKeys(key: string, payermax: PayermaxConfig, say: Say): void {
  const { privateKeyPem, secondPrivateKeyPem, publicKeyPem, secondPublicKeyPem } = payermax;
  const pairs = [
    [privateKeyPem, secondPrivateKeyPem],
    [publicKeyPem, secondPublicKeyPem],
  ] as const;
  for (const [first, second] of pairs) {
    if (first !== '' && first === second) say(`gives ${key} one key twice: give another, or none`);
  }
  // With our own public key as PayerMax's, a holder of our private key could forge its webhooks.
  const ours = [privateKeyPem, secondPrivateKeyPem].flatMap((pem) =>
    pem === null || pem === ''
      ? []
      : [createPublicKey(pem).export({ type: 'spki', format: 'pem' }).toString()],
  );
  if ([publicKeyPem, secondPublicKeyPem].some((pem) => pem !== null && ours.includes(pem))) {
    say(`gives ${key} our own public key: it must be PayerMax's`);
  }
}

const PUBLISHED = (what: string, key: string) =>
  `gives ${key} the sandbox's ${what}: a real account needs its own`;

function refusePublishedKeys(key: string, payermax: PayermaxConfig, say: Say): void {
  const { privateKeyPem, secondPrivateKeyPem, publicKeyPem, secondPublicKeyPem } = payermax;
  const isOurs = [privateKeyPem, secondPrivateKeyPem].some((pem) =>
    isSameFile(pem ?? '', SANDBOX_PRIVATE_KEY),
  );
  const isTheirs = [publicKeyPem, secondPublicKeyPem].some((pem) =>
    isSameFile(pem ?? '', SANDBOX_PUBLIC_KEY),
  );
  if (isOurs || isTheirs) say(PUBLISHED('test key', key));
  if (isDefault('PAYERMAX_APP_ID', payermax.appId)) say(PUBLISHED('app_id', key));
  if (isDefault('PAYERMAX_MERCHANT_NO', payermax.merchantNo)) say(PUBLISHED('merchant_no', key));
}

function refusePublishedWallet(key: string, paypal: PaypalConfig, say: Say): void {
  const { secret, secondSecret, clientId, webhookId, merchantId } = paypal;
  // The sandbox's further accounts have secrets that begin alike.
  const published = VARIABLES.PAYPAL_SECRET.fallback;
  if ([secret, secondSecret].some((each) => each?.startsWith(published))) {
    say(PUBLISHED('secret', key));
  }
  if (isDefault('PAYPAL_CLIENT_ID', clientId)) say(PUBLISHED('client_id', key));
  if (isDefault('PAYPAL_WEBHOOK_ID', webhookId)) say(PUBLISHED('webhook_id', key));
  if (isDefault('PAYPAL_MERCHANT_ID', merchantId)) say(PUBLISHED('merchant_id', key));
}

function isDefault(name: VariableName, value: string): boolean {
  return value === VARIABLES[name].fallback;
}

function isElsewhere(url: string): boolean {
  return URL.canParse(url) && !isLoopback(new URL(url).hostname);
}
