import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { servedPages } from '../../../../../tests/support/served-pages.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'webpay-apple-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = path.join(folder, 'proof');
writeFileSync(file, '7B2270737');
const get = servedPages({ env: { APPLE_PAY_DOMAIN_FILE: file } });

it('serves Apple’s proof of the domain as it is in its file', async () => {
  const answer = await get('/.well-known/apple-developer-merchantid-domain-association');
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toBe('7B2270737');
});

it('refuses to start with a file that is not there', () => {
  const start = () => readConfig({ APPLE_PAY_DOMAIN_FILE: '/nowhere/proof' });
  expect(start).toThrow('APPLE_PAY_DOMAIN_FILE is /nowhere/proof, but there is no such file');
});
