import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { commentsOfText, proseOfScript, type Comment, type Prose } from './prose-comments.ts';
import { longLinesOf, sentencesOf } from './prose-markdown.ts';

/**
 * Checks the language of comments, test titles and Markdown against GLOSSARY.md: `node tools/check/prose.ts [--list] [PATH...]`.
 * Prints `file:line rule`; `--list` adds the text and the totals and exits with 0. Otherwise exit code 1 when a rule is broken.
 */

export type Violation = {
  readonly file: string;
  readonly line: number;
  readonly rule: string;
  readonly text: string;
};

const SOURCES = [
  '*.{md,ts,cjs}',
  '.ci/*',
  '{apps,packages,tools,tests,catalogue,docs}/**/*.{ts,tsx,mjs,js,css,sql,sh,yaml,md}',
];
const LEFT_OUT = /(^|\/)(node_modules|dist|test-results|pictures)(\/|$)/;

/** Pages that quote the specification. */
const QUOTED_PAGES = new Set(['docs/contract.md', 'docs/requirements.md', 'docs/payments.md']);

const HEADLESS = /^(what|who|whoever|whose|where|that|of|nobody|nothing|none|no[ -]one)\b/i;
const HEADLESS_TITLE =
  /^(what|who|whoever|whose|where|that|of|nobody|nothing|none|no[ -]one|and|it)\b/i;
const REQUIREMENT_IDS = /^(\[[^\]]*\]\s*)+/;

const MAX_WORDS = 25;
const MAX_CHARACTERS = 160;
const MAX_LINES_IN_FUNCTION = 3;

/** Names of the old vocabulary, as a part of an identifier or in a comment. */
const OLD_PARTS =
  /GatewayWord|WordSource|RefundNews|CaseNews|NewsEnd|writeMove|isShut|keepNoLonger|evenGiven|raiseAlarm|tellOf[A-Z]\w*|of_all/;
/** Names of the old vocabulary that are plain words, too: identifiers only. */
const OLD_NAMES =
  /^(believed?|Believed?|believe[A-Z]\w*|unsure|isUnsure|inDoubt|wordOf|Moved|stepTable|shut|surplus\w*|Keeper|singly|redelivery\w*|ringBells|Plinth|Newcomer|Arrival|Reel|Foot|passage)$/;
/** Names of the contract and codes of refusals, which stay. */
const WIRE_NAMES = new Set(['surplus', 'surplus_first', 'surplus_refused', 'singly']);

export function proseViolations(file: string, text: string): Violation[] {
  const at = (rule: string) => (place: { readonly line: number; readonly text: string }) => ({
    file,
    line: place.line,
    rule,
    text: place.text,
  });
  const found = file.endsWith('.md')
    ? pageViolations(file, text, at)
    : sourceViolations(proseOf(file, text), at);
  return found.toSorted((one, other) => one.line - other.line);
}

type At = (rule: string) => (place: { readonly line: number; readonly text: string }) => Violation;

function pageViolations(file: string, text: string, at: At): Violation[] {
  if (QUOTED_PAGES.has(file)) return [];
  return [
    ...sentencesOf(text)
      .filter(({ words }) => words > MAX_WORDS)
      .map((sentence) => at(`sentence of ${sentence.words} words`)(sentence)),
    ...longLinesOf(text, MAX_CHARACTERS).map((line) =>
      at(`line of ${line.text.length} characters`)(line),
    ),
  ];
}

function sourceViolations({ comments, titles, identifiers }: Prose, at: At): Violation[] {
  const titled = titles.map(({ line, text }) => ({
    line,
    text: text.replace(REQUIREMENT_IDS, ''),
  }));
  return [
    ...comments
      .filter(({ text }) => HEADLESS.test(text))
      .map(at('comment opens without a subject')),
    ...comments
      .filter(isTooLong)
      .map(at(`comment over ${MAX_LINES_IN_FUNCTION} lines in a function`)),
    ...titled
      .filter(({ text }) => HEADLESS_TITLE.test(text))
      .map(at('test title opens without a subject')),
    ...identifiers
      .filter(({ name }) => !WIRE_NAMES.has(name))
      .filter(({ name }) => OLD_PARTS.test(name) || OLD_NAMES.test(name))
      .map(({ line, name }) => at('name of the old vocabulary')({ line, text: name })),
    ...comments.filter(({ text }) => OLD_PARTS.test(text)).map(at('name of the old vocabulary')),
  ];
}

function isTooLong({ isInFunction, lines }: Comment): boolean {
  return isInFunction && lines > MAX_LINES_IN_FUNCTION;
}

function proseOf(file: string, text: string): Prose {
  if (/\.(ts|tsx|mjs|cjs|js)$/.test(file)) return proseOfScript(file, text);
  return { comments: commentsOfText(file, text), titles: [], identifiers: [] };
}

export function proseOfTree(root: string, only: readonly string[] = []): Violation[] {
  return globSync(SOURCES, { cwd: root, exclude: (name) => LEFT_OUT.test(name) })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !LEFT_OUT.test(file) && statSync(path.join(root, file)).isFile())
    .filter(
      (file) =>
        only.length === 0 ||
        only.some(
          (each) => file === each || file.startsWith(`${each.replace(/(?<!\/)\/+$/, '')}/`),
        ),
    )
    .toSorted()
    .flatMap((file) => proseViolations(file, readFileSync(path.join(root, file), 'utf8')));
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: { list: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const only = positionals.map((each) => path.relative('.', each).replaceAll('\\', '/'));
  const violations = proseOfTree(process.cwd(), only);
  for (const { file, line, rule, text } of violations) {
    console.log(`${file}:${line} ${rule}${values.list ? `: ${text.slice(0, 200)}` : ''}`);
  }
  if (values.list) {
    const totals = Map.groupBy(violations, ({ rule }) => rule.replace(/\d+ /, ''));
    for (const [rule, each] of totals) console.log(`${each.length} × ${rule}`);
  }
  console.log(`${violations.length} places.`);
  process.exitCode = violations.length === 0 || values.list ? 0 : 1;
}
