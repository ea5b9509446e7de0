import { describe, expect, it } from 'vitest';
import { returnUrl } from './return-url.ts';

const ctx = (publicUrl = 'https://shop.example') =>
  // The function reads only this part of the configuration.
  ({ config: { publicUrl } }) as unknown as Parameters<typeof returnUrl>[0];

const back = (wish: string, returns_to_payment = true): string =>
  returnUrl(ctx(), { project: 'miniflix', returns_to_payment }, wish, 'tok');

const DEFAULT = 'https://shop.example/miniflix/payment#order=tok';

describe('[C09, C11] the return address of a bank or wallet', () => {
  it.each([
    ['https://shop.example/miniflix/payment', '/miniflix/payment'],
    ['https://shop.example/miniflix/directPayment?product=x#y', '/miniflix/directPayment'],
    ['https://SHOP.example:443/miniflix/actInquireOrder', '/miniflix/actInquireOrder'],
    ['/miniflix/activityPayment', '/miniflix/activityPayment'],
    ['/miniflix/x/../payment', '/miniflix/payment'],
    ['https%3A%2F%2Fshop.example%2Fminiflix%2Fpayment', '/miniflix/payment'],
    ['https%3a%2f%2fshop.example%2fminiflix%2fdirectPayment', '/miniflix/directPayment'],
    ['%2Fminiflix%2FactInquireOrder', '/miniflix/actInquireOrder'],
  ])('accepts %s', (wish, path) => {
    expect(back(wish)).toBe(`https://shop.example${path}#order=tok`);
  });

  it.each([
    '',
    '/',
    '//evil.example/miniflix/payment',
    '///evil.example/miniflix/payment',
    '/\\evil.example/miniflix/payment',
    '\\\\evil.example/miniflix/payment',
    '/\t/evil.example/miniflix/payment',
    '\n//evil.example/miniflix/payment',
    'https:/\\evil.example/miniflix/payment',
    'https:evil.example/miniflix/payment',
    'HtTpS://evil.example/miniflix/payment',
    'https://evil.example/https://shop.example/miniflix/payment',
    'https://evil.example?https://shop.example/miniflix/payment',
    'https://evil.example#@shop.example/miniflix/payment',
    'https://shop.example@evil.example/miniflix/payment',
    'https://shop.example:word@evil.example/miniflix/payment',
    'https://user@shop.example/miniflix/payment',
    'https://user:word@shop.example/miniflix/payment',
    'https://evil.example\\@shop.example/miniflix/payment',
    'https://shop.example.evil.example/miniflix/payment',
    'https://evilshop.example/miniflix/payment',
    'https://evil.shop.example/miniflix/payment',
    'https://shop.example./miniflix/payment',
    'https://shop.example:8443/miniflix/payment',
    'https://shop.example:80/miniflix/payment',
    'http://shop.example/miniflix/payment',
    'https://shop.example%2eevil.example/miniflix/payment',
    'https://shop.example%00.evil.example/miniflix/payment',
    'https://shоp.example/miniflix/payment',
    'https://shop.example／.evil.example/miniflix/payment',
    'javascript:alert(1)//shop.example/miniflix/payment',
    'JavaScript://shop.example/miniflix/payment%0aalert(1)',
    'java\nscript:alert(1)',
    'data:text/html,/miniflix/payment',
    'blob:https://shop.example/miniflix/payment',
    'filesystem:https://shop.example/miniflix/payment',
    'view-source:https://shop.example/miniflix/payment',
    'intent://shop.example/miniflix/payment#Intent;end',
    'miniflix://shop.example/miniflix/payment',
    'https://shop.example/miniflix%2Fpayment',
    'https%3A%2F%2Fevil.example%2Fminiflix%2Fpayment',
    '%2F%2Fevil.example%2Fminiflix%2Fpayment',
    'https%3A%2F%2Fshop.example%40evil.example%2Fminiflix%2Fpayment',
    'https%253A%252F%252Fshop.example%252Fminiflix%252Fpayment',
    'https%3A%2F%2Fshop.example%2Fminiflix%2Fpayment%',
    'https://shop.example/%2e%2e/miniflix%2fpayment',
    'https://shop.example/miniflix/payment/../../evil',
    'https://shop.example//miniflix/payment',
    'https://shop.example/miniflix//payment',
    'https://shop.example/miniflix/payment/',
    'https://shop.example/miniflix/payment;x',
    'https://shop.example/miniflix/cart',
    'https://shop.example/dr2/payment',
    'https://shop.example/api/user/logout',
    'https://shop.example/miniflix/payment%0d%0alocation:x',
  ])('replaces %j by the default', (wish) => {
    expect(back(wish)).toBe(DEFAULT);
  });

  it('normalises the host and sends our own spelling', () => {
    expect(back('https://shop。example/miniflix/payment')).toBe(DEFAULT);
    expect(back('https://ｓhop.example/miniflix/directPayment')).toBe(
      'https://shop.example/miniflix/directPayment#order=tok',
    );
  });

  it('depends on the order’s source without a wish, and keeps the token out of the query', () => {
    expect(back('', false)).toBe('https://shop.example/miniflix/actInquireOrder#order=tok');
    expect(new URL(back('/miniflix/payment?order=other')).search).toBe('');
  });
});
