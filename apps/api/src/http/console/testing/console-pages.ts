import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';

/** A folder like a build of the console's pages, removed after the tests of the file. */
export function consolePages(): string {
  const dist = mkdtempSync(path.join(tmpdir(), 'webpay-console-'));
  afterAll(() => rmSync(dist, { recursive: true }));
  mkdirSync(path.join(dist, 'assets'));
  const html =
    '<!doctype html><meta name="nonce" content="__NONCE__"><script type="module" src="/assets/main-1a2b3c4d.js"></script>';
  writeFileSync(path.join(dist, 'index.html'), html);
  writeFileSync(path.join(dist, 'assets/main-1a2b3c4d.js'), 'export {};\n'.repeat(1_000));
  writeFileSync(path.join(dist, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  return dist;
}
