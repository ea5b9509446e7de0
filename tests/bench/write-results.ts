import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import type { Facts } from './facts.ts';
import { isMet, ratioOf, tableOf, type Part } from './figures.ts';

const MARKDOWN = path.join(import.meta.dirname, 'results.md');
const JSON_FILE = path.join(import.meta.dirname, 'results.json');

const figure = v.object({
  name: v.string(),
  value: v.number(),
  unit: v.string(),
  limit: v.exactOptional(v.number()),
});
const written = v.object({
  parts: v.array(
    v.looseObject({
      title: v.string(),
      at: v.string(),
      machine: v.looseObject({ commit: v.string() }),
      figures: v.array(v.looseObject(figure.entries)),
    }),
  ),
});
type Written = v.InferOutput<typeof written>['parts'];

/** Writes the measured parts, each beside the run that it replaces, and keeps the others. */
export function writeResults(facts: Facts, parts: readonly Part[]): void {
  const at = new Date().toISOString();
  const before = existsSync(JSON_FILE)
    ? v.parse(written, JSON.parse(readFileSync(JSON_FILE, 'utf8'))).parts
    : [];
  writeJson(at, facts, parts, before);
  writeMarkdown(at, facts, parts, before);
}

function writeJson(at: string, machine: Facts, parts: readonly Part[], before: Written): void {
  const now = parts.map(({ title, figures }) => ({
    title,
    at,
    machine,
    figures: figures.map((figure) => ({ ...figure, ratio: ratioOf(figure), met: isMet(figure) })),
  }));
  const all = merged<{ readonly title: string }>(before, now);
  writeFileSync(JSON_FILE, `${JSON.stringify({ parts: all }, null, 2)}\n`);
}

function writeMarkdown(at: string, facts: Facts, parts: readonly Part[], before: Written): void {
  const machine = Object.entries(facts).map(([name, value]) => `${name} ${value}`);
  const taken = `Taken ${at.slice(0, 10)}: ${machine.join(', ')}.`;
  const kept = existsSync(MARKDOWN) ? sectionsOf(readFileSync(MARKDOWN, 'utf8')) : [];
  const now = parts.map((part) => {
    const earlier = before.find(({ title }) => title === part.title);
    const when =
      earlier && `\nThe run before: ${earlier.at.slice(0, 10)}, commit ${earlier.machine.commit}.`;
    return {
      title: part.title,
      text: `${tableOf(part, earlier?.figures)}\n\n${taken}${when ?? ''}`,
    };
  });
  const markdown = [
    '# Results of the bench',
    '',
    'Written by `npm run bench`. Everything ran on one machine over its loopback: shop, gateways, games, database and load share its cores.',
    'How each figure is taken stands in [README.md](README.md).',
    '',
    merged(kept, now)
      .map(({ text }) => text)
      .join('\n\n'),
    '',
  ].join('\n');
  writeFileSync(MARKDOWN, markdown);
}

function sectionsOf(markdown: string): { readonly title: string; readonly text: string }[] {
  return markdown
    .split(/^(?=## )/m)
    .slice(1)
    .map((text) => ({ title: /^## (.*)$/m.exec(text)?.[1] ?? '', text: text.trimEnd() }));
}

/** Keeps the order; new entries come last. */
function merged<T extends { readonly title: string }>(before: readonly T[], now: readonly T[]) {
  const newOf = (title: string) => now.find((part) => part.title === title);
  const added = now.filter(({ title }) => !before.some((part) => part.title === title));
  return [...before.map((part) => newOf(part.title) ?? part), ...added];
}
