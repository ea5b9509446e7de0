import { LANGUAGES } from '@webpay/contract/languages';
import { TRANSLATED } from '../support/browser/languages.ts';
import { PICTURED } from './pictures-scenes.ts';
import type { PictureSet } from './pictures-sets.ts';

export type SetResult = {
  readonly set: PictureSet;
  readonly screens: number;
  readonly pictures: number;
  readonly findings: readonly string[];
};

const HEAD = `# The walk

Written by \`npm run pictures\` (or \`npm run pictures -- THEME …\`). Run it before a release: a whole walk takes hours.
Each result has its date; screens may have changed since.
The command opens every screen in every state and takes its picture at 360 × 800, 800 × 360, 768 × 1024, 1280 × 800
and 1600 × 900.
axe searches it for barriers (WCAG 2.2, A and AA). In every language, at 360 and at 320 px, the walk reports:

- elements that stick out of the page;
- text that is cut off, overflows its button or overlaps other text.

Result of the last whole walk of each theme:
`;

/** Reports whether a theme's set is complete, so that it is worth recording. */
export function isWhole({ set }: SetResult): boolean {
  return set.isWalked && set.scenes.length === Object.keys(PICTURED).length;
}

/** Replaces the sections of these themes and keeps the others. */
export function walkReport(before: string, results: readonly SetResult[]): string {
  const sections = new Map<string, string>();
  for (const section of before.split(/^## /m).slice(1)) {
    sections.set(section.split('\n', 1)[0] ?? '', section.trim());
  }
  for (const result of results) sections.set(result.set.theme, sectionOf(result));
  return [HEAD, ...[...sections.values()].map((section) => `## ${section}\n`)].join('\n');
}

function sectionOf({ set, screens, pictures, findings }: SetResult): string {
  const languages = `${TRANSLATED.length} of ${LANGUAGES.length} languages`;
  const date = new Date().toISOString().slice(0, 10);
  const found = findings.length === 0 ? 'nothing was found' : `${findings.length} findings`;
  return [
    set.theme,
    '',
    `${date}: ${screens} of ${set.scenes.length} screens and states, ${pictures} pictures, ${languages}: ${found}.`,
    ...(findings.length === 0 ? [] : ['', ...findings.map((each) => `- ${each}`)]),
  ].join('\n');
}
