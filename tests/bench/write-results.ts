import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import type { Facts } from './facts.ts';
import { isMet, ratioOf, tableOf, type Part } from './figures.ts';

const MARKDOWN = path.join(import.meta.dirname, 'results.md');
const JSON_FILE = path.join(import.meta.dirname, 'results.json');

const written = v.object({ parts: v.array(v.looseObject({ title: v.string() })) });

/** Writes the measured parts and keeps the others. */
export function writeResults(facts: Facts, parts: readonly Part[]): void {
  const at = new Date().toISOString();
  writeJson(at, facts, parts);
  writeMarkdown(at, facts, parts);
}

function writeJson(at: string, machine: Facts, parts: readonly Part[]): void {
  const before = existsSync(JSON_FILE)
    ? v.parse(written, JSON.parse(readFileSync(JSON_FILE, 'utf8'))).parts
    : [];
  const now = parts.map(({ title, figures }) => ({
    title,
    at,
    machine,
    figures: figures.map((figure) => ({ ...figure, ratio: ratioOf(figure), met: isMet(figure) })),
  }));
  const all = merged(before, now);
  writeFileSync(JSON_FILE, `${JSON.stringify({ parts: all }, null, 2)}\n`);
}

function writeMarkdown(at: string, facts: Facts, parts: readonly Part[]): void {
  const machine = Object.entries(facts).map(([name, value]) => `${name} ${value}`);
  const taken = `Taken ${at.slice(0, 10)}: ${machine.join(', ')}.`;
  const before = existsSync(MARKDOWN) ? sectionsOf(readFileSync(MARKDOWN, 'utf8')) : [];
  const now = parts.map((part) => ({ title: part.title, text: `${tableOf(part)}\n\n${taken}` }));
  const markdown = [
    '# Results of the bench',
    '',
    'Written by `npm run bench`. Everything ran on one machine over its loopback: shop, gateways, games, database and load share its cores.',
    'How each figure is taken stands in [README.md](README.md).',
    '',
    merged(before, now)
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
