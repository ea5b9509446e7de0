import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { generatedStep, replaceSection } from '../../tools/check/generated.ts';

test('reports an outdated document, and writes it on request', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'webpay-generated-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const file = path.join(root, 'page.md');
  writeFileSync(file, '# Page\n\n<!-- numbers -->\nold\n<!-- /numbers -->\n');
  const documents = [
    { file: 'page.md', generate: (before: string) => replaceSection(before, 'numbers', '1, 2') },
  ];
  expect(await generatedStep(false, documents, root).run()).toBe(
    'page.md is out of date: run npm run check -- --write',
  );
  expect(await generatedStep(true, documents, root).run()).toBeNull();
  expect(readFileSync(file, 'utf8')).toBe('# Page\n\n<!-- numbers -->\n1, 2\n<!-- /numbers -->\n');
  expect(await generatedStep(false, documents, root).run()).toBeNull();
});

test('refuses a page without the section', () => {
  expect(() => replaceSection('# Page', 'numbers', '1')).toThrow('no section numbers');
});
