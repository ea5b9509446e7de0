import { expect, it } from 'vitest';
import {
  gatewayHosts,
  permissionsPolicy,
  policyHeaders,
  type PolicyParts,
  securityPolicy,
} from './policy.ts';

const LIVE = {
  payermax: { sdkUrl: 'https://cdn.payermax.com/dropin/js/pmdropin.min.js', pictureHosts: [] },
  paypal: {
    base: 'https://api-m.paypal.com',
    sdkUrl: 'https://www.paypal.com/sdk/js',
    pageHosts: [],
  },
} as const;

const { payermax, paypal } = gatewayHosts(LIVE);

const PARTS: PolicyParts = {
  gateways: [payermax, paypal],
  asksGooglePay: false,
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
  const paypalHosts = ['https://www.paypal.com', 'https://www.paypalobjects.com'];
  const all = ['https://*.payermax.com', ...paypalHosts, 'https://t.paypal.com'];
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

it('names each host of PayPal, and its test world’s only there (14.18)', () => {
  expect(paypal.all).toEqual([
    'https://www.paypal.com',
    'https://www.paypalobjects.com',
    'https://t.paypal.com',
  ]);
  expect([...paypal.scripts, ...paypal.all].join(' ')).not.toContain('*');
  const inTestWorld = gatewayHosts({
    ...LIVE,
    paypal: { ...LIVE.paypal, base: 'https://api-m.sandbox.paypal.com' },
  });
  expect(inTestWorld.paypal.all).toContain('https://www.sandbox.paypal.com');
});

it('adds the hosts of PayPal that an operator names (14.18)', () => {
  const pageHosts = ['https://c.paypal.com'];
  const named = gatewayHosts({ ...LIVE, paypal: { ...LIVE.paypal, pageHosts } });
  expect([named.paypal.scripts.at(-1), named.paypal.all]).toEqual([
    'https://c.paypal.com',
    expect.arrayContaining(pageHosts),
  ]);
});

it('enforces Trusted Types on pages without foreign scripts, and reports elsewhere (14.18)', () => {
  const headers = (parts: Partial<PolicyParts>) => policyHeaders({ ...PARTS, ...parts });
  const own = headers({ gateways: [], countingHosts: [] });
  expect(own['content-security-policy']).toContain(
    "; require-trusted-types-for 'script'; trusted-types default; report-uri /csp-reports; report-to csp",
  );
  expect(own['content-security-policy-report-only']).toBeUndefined();
  for (const foreign of [headers({ countingHosts: [] }), headers({ gateways: [] })]) {
    expect(foreign['content-security-policy']).not.toContain('trusted-types');
    expect(foreign['content-security-policy']).toMatch(
      /; report-uri \/csp-reports; report-to csp$/,
    );
    expect(foreign['content-security-policy-report-only']).toBe(
      "require-trusted-types-for 'script'; report-uri /csp-reports; report-to csp",
    );
  }
  expect(own['reporting-endpoints']).toBe('csp="/csp-reports"');
});

it('names a gateway only where the project sells through it', () => {
  const onlyCards = Object.values(policyOf({ gateways: [payermax] })).flat();
  expect(onlyCards).toContain('https://*.payermax.com');
  expect(onlyCards.join(' ')).not.toContain('paypal');
  const none = policyOf({ gateways: [], countingHosts: [] });
  expect(none['script-src']).toEqual(["'self'"]);
  expect(none['frame-src']).toEqual(["'none'"]);
});

it('lets a page ask the browser for Google Pay only where the project sells with it', () => {
  const google = ['https://google.com/pay', 'https://pay.google.com'];
  const asking = policyOf({ asksGooglePay: true });
  expect(asking['connect-src']).toEqual(expect.arrayContaining(google));
  const others = Object.entries(asking).filter(([name]) => name !== 'connect-src');
  for (const text of [JSON.stringify(others), JSON.stringify(policyOf({}))]) {
    expect(text).not.toContain('google');
  }
});

it('allows only the sandbox where it provides the gateways', () => {
  const sandbox = gatewayHosts({
    payermax: { sdkUrl: 'http://localhost:4090/payermax/dropin.js', pictureHosts: [] },
    paypal: {
      base: 'http://localhost:4090/paypal',
      sdkUrl: 'http://localhost:4090/paypal/sdk/js',
      pageHosts: [],
    },
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
    payermax: { sdkUrl: 'https://evilpayermax.com/x.js', pictureHosts: [] },
    paypal: { ...LIVE.paypal, sdkUrl: 'https://paypal.com.evil.example/x.js' },
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
