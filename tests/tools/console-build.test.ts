import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { isConsoleBuilt, publishConsole } from '../../tools/console-build.ts';

const base = mkdtempSync(path.join(tmpdir(), 'webpay-console-build-'));
afterAll(() => rmSync(base, { recursive: true }));
const dist = path.join(base, 'dist');

function build(name: string): void {
  const part = path.join(base, `part-${name}`);
  mkdirSync(path.join(part, 'assets'), { recursive: true });
  writeFileSync(path.join(part, 'index.html'), name);
  writeFileSync(path.join(part, 'assets', `main-${name}.js`), name);
  publishConsole(part, dist, name);
}

const assets = () => readdirSync(path.join(dist, 'assets')).toSorted();

it('a new build replaces the page, and keeps files of a page that is open for a day', () => {
  expect(isConsoleBuilt(dist)).toBe(false);
  build('one');
  expect(isConsoleBuilt(dist)).toBe(true);
  build('two');
  expect(readFileSync(path.join(dist, 'index.html'), 'utf8')).toBe('two');
  expect(assets()).toEqual(['main-one.js', 'main-two.js']);
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
  for (const file of assets()) utimesSync(path.join(dist, 'assets', file), twoDaysAgo, twoDaysAgo);
  build('three');
  // The second was replaced just now, whatever its age.
  expect(assets()).toEqual(['main-three.js', 'main-two.js']);
});
