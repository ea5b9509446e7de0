import { describe, expect, it } from 'vitest';
import { httpsHost, isGameScheme, isOwnPath } from './addresses.ts';

describe('one path of the shop', () => {
  it.each([
    '/',
    '/miniflix',
    '/miniflix/payment?outTradeNo=A1#order=tok-1',
    '/mallCheckout?website_code=miniflix',
    '/miniflix/iframe?url=https%3A%2F%2Fgame.example%2Fterms',
    '/miniflix?next=//evil.example',
    '/miniflix#//evil.example',
    '/miniflix/%2F%2Fevil.example',
  ])('is %s', (path) => {
    expect(isOwnPath(path)).toBe(true);
  });

  it.each([
    '',
    'miniflix',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\\evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/miniflix\\..\\..\\\\evil.example',
    '/.//evil.example',
    '/miniflix/..//evil.example',
    '/miniflix/%2e%2e//evil.example',
    '/\u2028/evil.example',
    '/／evil.example',
    'https://evil.example',
    'HTTPS:evil.example',
    'https:/evil.example',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://shop.invalid/1',
    '@evil.example',
    ':80',
  ])('is not %j', (path) => {
    expect(isOwnPath(path)).toBe(false);
  });
});

describe('a plain https address', () => {
  it.each([
    ['https://game.example', 'game.example'],
    ['https://game.example/', 'game.example'],
    ['https://news.game.example/a?b=c#d', 'news.game.example'],
    ['https://game.example?b=@evil.example', 'game.example'],
    ['https://xn--gme-8ka.example/', 'xn--gme-8ka.example'],
  ])('%s leads to %s', (address, host) => {
    expect(httpsHost(address)).toBe(host);
  });

  it.each([
    'http://game.example',
    'https:game.example',
    'https:/game.example',
    'https:///game.example',
    'https:\\\\game.example',
    'https://game.example\\@evil.example',
    'https://game.example@evil.example',
    'https://game.example:word@evil.example',
    'https://@game.example',
    'https://game.example:443',
    'https://game.example:8443/',
    'https://game.example:@evil.example',
    'https://game.example.',
    'https://game.example./terms',
    'https://GAME.example',
    'https://game。example',
    'https://gаme.example',
    'https://game.example／.evil.example',
    'https://game.example%2eevil.example',
    'https://game.example%00.evil.example',
    'https://game\t.example',
    'https://game.example\n',
    ' https://game.example',
    'https://127.1',
    'https://0x7f.1',
    'https://[::1]/',
    'https://localhost',
    '//game.example',
    'javascript://game.example/%0aalert(1)',
    'data:text/html,https://game.example',
    'blob:https://game.example/1',
  ])('is not %j', (address) => {
    expect(httpsHost(address)).toBeNull();
  });
});

describe('[A12] the scheme of a game', () => {
  it.each(['miniflix', 'miniflix:', 'miniflix://', 'miniflix://open?from=shop', 'com.game+x-1://'])(
    'is %s',
    (scheme) => {
      expect(isGameScheme(scheme)).toBe(true);
    },
  );

  it.each([
    '',
    '://open',
    'javascript',
    'javascript:alert(1)',
    'javascript://%0aalert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'javascript\n:alert(1)',
    'data:text/html,hello',
    'vbscript:x',
    'blob:https://shop.example/1',
    'filesystem:https://shop.example/1',
    'view-source:https://shop.example',
    'file:///etc/passwd',
    'about:blank',
    'http://evil.example',
    'https://evil.example',
    'HTTPS://evil.example',
    'intent://evil.example#Intent;scheme=https;end',
    'content://settings',
    'ws://evil.example',
    'mailto:a@b.example',
    'tel:112',
    'miniflix://open now',
    'miniflix://\u0000',
    '//evil.example',
    '/miniflix',
    'mini/flix:x',
  ])('is not %j', (scheme) => {
    expect(isGameScheme(scheme)).toBe(false);
  });
});
