import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { consoleOpenApi } from '@webpay/contract/openapi/console';
import { gameOpenApi } from '@webpay/contract/openapi/games';
import { foldersSection } from './folders.ts';
import { openApi } from '@webpay/contract/openapi/store';
import { callsPage, codesPage, configurationPage } from './reference.ts';
import { ROOT, type Step } from './steps.ts';

/** A generated document or section. `generate` gets the current text and returns the new one. */
export type GeneratedDocument = {
  readonly file: string;
  readonly generate: (before: string) => string | Promise<string>;
};

/** Every generated document of the repository. */
export const GENERATED: readonly GeneratedDocument[] = [
  { file: 'docs/reference/openapi.json', generate: () => json(openApi()) },
  { file: 'docs/reference/console/openapi.json', generate: () => json(consoleOpenApi()) },
  { file: 'docs/reference/games/openapi.json', generate: () => json(gameOpenApi()) },
  { file: 'docs/reference/configuration.md', generate: configurationPage },
  { file: 'docs/reference/codes.md', generate: codesPage },
  { file: 'docs/reference/calls.md', generate: callsPage },
  {
    file: 'ARCHITECTURE.md',
    generate: (page) => replaceSection(page, 'generated: folders', foldersSection()),
  },
];

/** Fails for each outdated document; with `isWriting` writes it instead. */
export function generatedStep(
  isWriting: boolean,
  documents: readonly GeneratedDocument[] = GENERATED,
  root = ROOT,
): Step {
  return {
    name: 'generated documents',
    run: async () => {
      const stale: string[] = [];
      for (const { file, generate } of documents) {
        const full = path.join(root, file);
        const before = existsSync(full) ? readFileSync(full, 'utf8') : '';
        const after = await generate(before);
        if (after === before) continue;
        if (isWriting) writeFileSync(full, after);
        else stale.push(`${file} is out of date: run npm run check -- --write`);
      }
      return stale.length === 0 ? null : stale.join('\n');
    },
  };
}

/** Replaces the text between `<!-- NAME -->` and `<!-- /NAME -->`. @throws Error when a mark is missing */
export function replaceSection(page: string, name: string, text: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const from = page.indexOf(start);
  const to = page.indexOf(end);
  if (from === -1 || to < from) throw new Error(`the page has no section ${name}`);
  return `${page.slice(0, from + start.length)}\n${text.trim()}\n${page.slice(to)}`;
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
