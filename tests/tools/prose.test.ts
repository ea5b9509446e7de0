import { expect, test } from 'vitest';
import { proseViolations } from '../../tools/check/prose.ts';

const rulesOf = (file: string, text: string): string[] =>
  proseViolations(file, text).map(({ line, rule }) => `${line} ${rule}`);

const HEADLESS = 'comment opens without a subject';
const TITLE = 'test title opens without a subject';
const OLD_NAME = 'name of the old vocabulary';

test.each([
  ['a line comment', 'a.ts', '// What it is.\nconst a = 1;'],
  ['a trailing comment', 'a.ts', 'const a = 1; // nobody reads it'],
  ['a doc comment', 'a.ts', '/**\n * Who asks.\n */\nexport const a = 1;'],
  ['a comment in JSX', 'a.tsx', 'const a = <p>{/* That one. */}</p>;'],
  ['a comment of a stylesheet', 'a.css', '/* None of them. */\np { margin: 0 }'],
  ['a comment of a migration', 'a.sql', '-- No one is asked.\nselect 1;'],
  ['a comment of a script', 'a.sh', '# Where it runs.\nls'],
])('finds %s without a subject', (_, file, text) => {
  expect(rulesOf(file, text)).toEqual([`1 ${HEADLESS}`]);
});

test.each([
  [
    'a subject',
    'a.ts',
    '// Caps concurrent calls.\n// What follows is the same comment.\nconst a = 1;',
  ],
  ['a longer word', 'a.ts', '// Whatever is sent; Offers likewise.'],
  ['text in a string', 'a.ts', "const a = '// What it is.';"],
  ['text in JSX', 'a.tsx', 'const a = <p>// What it is.</p>;'],
  ['a string of SQL', 'a.sql', "select '-- What it is.';"],
])('lets %s pass', (_, file, text) => {
  expect(rulesOf(file, text)).toEqual([]);
});

test('limits comments inside functions to three lines', () => {
  const comment = '  // One.\n  // Two.\n  // Three.\n';
  expect(rulesOf('a.ts', `function a() {\n${comment}  return 1;\n}`)).toEqual([]);
  expect(rulesOf('a.ts', `function a() {\n${comment}  // Four.\n  return 1;\n}`)).toEqual([
    '2 comment over 3 lines in a function',
  ]);
  expect(rulesOf('a.ts', `${comment}  // Four.\nfunction a() {\n  return 1;\n}`)).toEqual([]);
});

test.each([
  "test('[F06] of one player', () => {});",
  "test.each([1])('and refuses %s', () => {});",
  "describe('what a shop does', () => {});",
  "it.fails(`it ${'is'} refused`, () => {});",
])('finds the title without a subject in %s', (text) => {
  expect(rulesOf('a.test.ts', text)).toEqual([`1 ${TITLE}`]);
});

test('accepts a title that begins with a verb', () => {
  expect(rulesOf('a.test.ts', "test('[V05] refuses the 11th item', () => {});")).toEqual([]);
});

test('finds names of the old vocabulary in code and comments', () => {
  expect(rulesOf('a.ts', '// Calls readGatewayWords.\nconst unsure = evenGivenTo(1);')).toEqual([
    `1 ${OLD_NAME}`,
    `2 ${OLD_NAME}`,
    `2 ${OLD_NAME}`,
  ]);
});

test.each([
  ['a name of the glossary', 'const indeterminate = [isOpen, raiseAlert, new GatewayResult()];'],
  ['a code of a refusal', "const texts = { surplus_first: '', surplus_refused: '' };"],
])('accepts %s', (_, text) => {
  expect(rulesOf('a.ts', text)).toEqual([]);
});

test('limits sentences of Markdown to 25 words, outside tables and code blocks', () => {
  const words = (count: number): string => Array.from({ length: count }, () => 'word').join(' ');
  expect(rulesOf('a.md', `# Title\n\n${words(20)}\n${words(5)}. ${words(3)}.`)).toEqual([]);
  expect(rulesOf('a.md', `# Title\n\n- ${words(20)}\n  ${words(6)}.`)).toEqual([
    '3 sentence of 26 words',
  ]);
  expect(rulesOf('a.md', `| ${words(26)} |\n\n\`\`\`\n${words(26)}\n\`\`\``)).toEqual([]);
  expect(rulesOf('docs/contract.md', words(26))).toEqual([]);
});

test('counts inline code as one word and a link by its text', () => {
  const words = Array.from({ length: 23 }, () => 'word').join(' ');
  expect(rulesOf('a.md', `\`npm run a b c\` ${words}\n[text](https://example.com/a).`)).toEqual([]);
});

test('limits lines of Markdown to 160 characters', () => {
  expect(rulesOf('a.md', `${'a'.repeat(160)}\n\n${'a'.repeat(161)}`)).toEqual([
    '3 line of 161 characters',
  ]);
});
