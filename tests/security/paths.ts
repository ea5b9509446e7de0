import { expect } from 'vitest';
import { sendRaw } from './raw.ts';
import { call, expectCode, pairsOf, post, type Attacks } from './target.ts';

const EVIL = 'evil.example';

const WAYS_OUT =
  '.. %2e%2e %252e%252e ..%2f %2e%2e%2f ..%5c ..\\ ....// %c0%ae%c0%ae %uff0e%uff0e ..; .%00. ..%00'.split(
    ' ',
  );
const TARGETS = [
  'package.json',
  'etc/passwd',
  'miniflix/project.yaml',
  'server/assets.json',
  '.git/config',
  '.env',
];
/** Texts that occur only in files that must not be served. */
const TELLTALES = /"workspaces"|root:|website_code:|game-key|PRIVATE KEY|\[core\]|lang_default:/;

export const PATHS: Attacks = {
  'ways out of the folders that are served: 4xx or a page, never a file’s text': async (shop) => {
    for (const folder of ['assets', 'catalogue', 'catalogue/miniflix']) {
      for (const way of WAYS_OUT) {
        for (const target of TARGETS) {
          const address = `/${folder}/${`${way}/`.repeat(4)}${target}`;
          const { status, text } = await shop.send(address);
          expect(status, address).toBeLessThan(500);
          expect(text, address).not.toMatch(TELLTALES);
        }
      }
    }
  },
  'data files of the catalogue: yaml, texts, hidden ones: not served': async (shop) => {
    for (const file of [
      'miniflix/project.yaml',
      'miniflix/products.yaml',
      'README.md',
      'miniflix/texts/en.json',
      'compose-art.ts',
      'miniflix/art.yaml',
      'miniflix/project.yaml%00.png',
      'miniflix/project.yaml?v=x.png',
      'miniflix/project.yaml#.png',
      'miniflix/art/../project.yaml',
    ]) {
      const address = `/catalogue/${encodeURI(decodeURI(file)).replace('#', '%23')}`;
      const { status, text } = await shop.send(address);
      expect([400, 403, 404, 302], file).toContain(status);
      expect(text, file).not.toMatch(TELLTALES);
    }
  },
  'addresses that look like the shop’s and lead elsewhere, //evil.example, /\\evil.example, encoded: no redirect leaves the shop':
    async (shop) => {
      for (const address of [
        `//${EVIL}`,
        `//${EVIL}/`,
        `///${EVIL}/%2f..`,
        `/\\${EVIL}`,
        `/%5c${EVIL}`,
        `/%2f%2f${EVIL}`,
        `/%09/${EVIL}`,
        `//${EVIL}/%2e%2e`,
        `/miniflix//${EVIL}/..`,
        `/.${EVIL}`,
        `/@${EVIL}`,
        `/;@${EVIL}/`,
        `/error?next=//${EVIL}`,
        `/?url=https://${EVIL}`,
        `/miniflix/iframe?url=https://${EVIL}`,
      ]) {
        const { status, headers } = await shop.send(address);
        expect(status, address).toBeLessThan(500);
        expect(headers.location ?? '/', address).toMatch(/^\/(?![/\\])/);
        expect(headers.location ?? '/', address).not.toContain(EVIL);
      }
    },
  'other spellings of calls, //api, /API, /api/./, %61pi, one more slash or dot: 404, never a call without its checks':
    async (shop) => {
      for (const address of [
        '//api/user/role',
        '/API/user/role',
        '/api/./user/role',
        '/api/x/../user/role',
        '/api/user/role/',
        '/api/user/role.',
        '/api/user/role%00',
        '/api/user//role',
        '/api;x/user/role',
        '/api/user/role%20',
        '/api%2fuser%2frole',
        '/%61pi/user/role',
      ]) {
        const { status, code } = await post(shop, address, pairsOf('role'));
        // A normalised dot segment or letter reaches the same checks: 10000 for the missing field.
        expect(status === 404 || (status === 200 && code === 10000), address).toBe(true);
      }
    },
  'paths of 60,000 letters, 3,000 folders, broken percent signs: answered, never 5xx': async (
    shop,
  ) => {
    for (const address of [
      `/${'a'.repeat(15_000)}`,
      '/a'.repeat(3_000),
      '/%',
      '/%zz',
      '/%ff%fe',
      `/miniflix?${'a=b&'.repeat(3_000)}`,
    ]) {
      expect((await shop.send(address)).status, address.slice(0, 40)).toBeLessThan(500);
    }
    const long = `GET /${'a'.repeat(60_000)} HTTP/1.1\r\nHost: x\r\n\r\n`;
    for (const status of (await sendRaw(shop, long)).statuses) expect(status).toBeLessThan(500);
    expectCode(await call(shop, 'regions'), 200);
  },
};
