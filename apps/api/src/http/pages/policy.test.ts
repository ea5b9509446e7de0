import { expect, it } from 'vitest';
import { gatewayHosts, permissionsPolicy, type PolicyParts, securityPolicy } from './policy.ts';

const LIVE = {
  payermax: { sdkUrl: 'https://cdn.payermax.com/dropin/js/pmdropin.min.js' },
  paypal: { sdkUrl: 'https://www.paypal.com/sdk/js' },
} as const;

const { payermax, paypal } = gatewayHosts(LIVE);

const PARTS: PolicyParts = {
  gateways: [payermax, paypal],
  apiHosts: ['https://shop.example', 'https://mirror.example'],
  configs: null,
  countingHosts: ['https://*.numbers.example'],
  framedBy: [],
  styles: ['a{}'],
  isSecure: true,
};

function policyOf(parts: Partial<PolicyParts>): Readonly<Record<string, readonly string[]>> {
  const policy = securityPolicy({ ...PARTS, ...parts });
  return Object.fromEntries(
    policy.split('; ').map((each): [string, string[]] => {
      const [name = '', ...sources] = each.split(' ');
      return [name, sources];
    }),
  );
}

it('allows the live gateways’ published hosts only', () => {
  const paypalHosts = ['https://*.paypal.com', 'https://*.paypalobjects.com'];
  const all = ['https://*.payermax.com', ...paypalHosts];
  expect(policyOf({})).toEqual({
    'default-src': ["'none'"],
    'script-src': [
      "'self'",
      'https://cdn.payermax.com',
      ...paypalHosts,
      'https://*.numbers.example',
    ],
    'style-src': ["'self'", "'sha256-X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk='"],
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:', ...all, 'https://*.numbers.example'],
    'font-src': ["'self'"],
    'connect-src': [
      "'self'",
      'https://shop.example',
      'https://mirror.example',
      ...all,
      'https://*.numbers.example',
    ],
    'frame-src': all,
    'child-src': ["'self'", ...all],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
    'upgrade-insecure-requests': [],
  });
});

it('names a gateway only where the project sells through it', () => {
  const onlyCards = Object.values(policyOf({ gateways: [payermax] })).flat();
  expect(onlyCards).toContain('https://*.payermax.com');
  expect(onlyCards.join(' ')).not.toContain('paypal');
  const none = policyOf({ gateways: [], countingHosts: [] });
  expect(none['script-src']).toEqual(["'self'"]);
  expect(none['frame-src']).toEqual(["'none'"]);
});

it('allows only the sandbox where it provides the gateways', () => {
  const sandbox = gatewayHosts({
    payermax: { sdkUrl: 'http://localhost:4090/payermax/dropin.js' },
    paypal: { sdkUrl: 'http://localhost:4090/paypal/sdk/js' },
  });
  const { 'script-src': scripts, 'frame-src': frames } = policyOf({
    gateways: Object.values(sandbox),
    countingHosts: [],
  });
  expect(scripts).toEqual(["'self'", 'http://localhost:4090']);
  expect(frames).toEqual(['http://localhost:4090']);
});

it('rejects a host that only resembles a gateway’s', () => {
  const looking = gatewayHosts({
    payermax: { sdkUrl: 'https://evilpayermax.com/x.js' },
    paypal: { sdkUrl: 'https://paypal.com.evil.example/x.js' },
  });
  expect(Object.values(looking).map(({ all }) => all)).toEqual([
    ['https://evilpayermax.com'],
    ['https://paypal.com.evil.example'],
  ]);
});

it('lets only the games that a project names frame it', () => {
  expect(policyOf({ framedBy: ['https://game.example'] })['frame-ancestors']).toEqual([
    'https://game.example',
  ]);
});

it('lets only frames of the card’s gateway ask the browser for a payment', () => {
  expect(permissionsPolicy([payermax, paypal])).toMatch(
    /^payment=\(self "https:\/\/\*\.payermax\.com"\), /,
  );
  expect(permissionsPolicy([paypal])).toMatch(/^payment=\(\), /);
});
