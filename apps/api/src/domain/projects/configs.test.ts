import { describe, expect, it } from 'vitest';
import { allowedLink } from './configs.ts';

const HOSTS = ['news.game.example', 'www.game.example'];

describe('a banner link', () => {
  it.each([
    '/miniflix',
    '/miniflix/goodsList',
    '/miniflix/activity/card',
    'https://news.game.example/spring',
    'https://www.game.example',
    'https://www.game.example/a?b=c#d',
  ])('[C02] may lead to %s', (link) => {
    expect(allowedLink('miniflix', HOSTS, link)).toBe(link);
  });

  it.each([
    '',
    '/',
    '//evil.example',
    '/\\evil.example',
    '/miniflixer',
    '/dr2',
    '/dr2/goodsList',
    'https://game.example',
    'https://evil.example/news.game.example',
    'https://news.game.example.evil.example/',
    'https://news.game.example@evil.example/',
    'https://news.game.example:8443/',
    'http://news.game.example/',
    'https:\\news.game.example',
    'javascript:alert(1)',
    'data:text/html,hello',
    'miniflix://open',
    'not an address',
    '/miniflix/..//evil.example',
    '/miniflix/../dr2',
    '/miniflix/%2e%2e/dr2',
    '/miniflix/\t/evil.example',
    '/miniflix/\\evil.example',
    '\t/miniflix',
    'https://news.game.example./',
    'https://news.game.example:443/',
    'https://NEWS.game.example/',
    'https://news。game.example/',
    'https://news.gаme.example/',
    'https://news.game.example\t/',
    'https://news.game.example%2eevil.example/',
    'https://evilnews.game.example/',
    'https:/news.game.example/',
    'blob:https://news.game.example/1',
    'JaVaScRiPt://news.game.example/%0aalert(1)',
  ])('[C02] may not lead to %j', (link) => {
    expect(allowedLink('miniflix', HOSTS, link)).toBe('');
  });
});
