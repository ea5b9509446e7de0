import { expect, test } from 'vitest';
import { changeOf } from '../../tools/dev/follow.ts';
import { devHeaders } from '../../tools/dev/front.ts';

test.each([
  ['apps/api/src/domain/orders/rules.ts', 'api'],
  ['packages/contract/src/money.ts', 'api'],
  ['apps/sandbox/src/main.ts', 'sandbox'],
  ['apps/console/src/main.tsx', 'console'],
  ['catalogue/miniflix/products.yaml', 'database'],
  ['apps/api/src/db/migrations/0099_new.sql', 'database'],
  ['apps/storefront/src/routes.tsx', 'routes'],
  ['apps/storefront/src/i18n/locales/en.json', 'texts'],
  ['apps/storefront/src/ui/Button.tsx', null],
  ['apps/api/src/domain/orders/rules.test.ts', null],
])('a change of %s asks for %s', (file, work) => {
  expect(changeOf(file)).toBe(work);
});

test('relaxes a policy for inline scripts and styles only', () => {
  const policy = "default-src 'none'; script-src 'self' https://a.example; style-src 'sha256-a='";
  expect(devHeaders({ 'content-security-policy': policy, etag: '"1"' })).toEqual({
    'content-security-policy':
      "default-src 'none'; script-src 'self' https://a.example 'unsafe-inline'; style-src 'unsafe-inline'",
  });
});
