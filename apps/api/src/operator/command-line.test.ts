import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { StartError } from '../platform/start-error.ts';
import { readCountFirst } from './command-line.ts';
import { commandHere, commandWith, fileOfCommand } from '../../../../tests/support/command.ts';

const base = await mkdtemp(path.join(tmpdir(), 'webpay-options-'));
const nowhere = path.join(base, 'nowhere');
afterAll(() => rm(base, { recursive: true, force: true }));

const run = commandWith({ DATA_DIR: nowhere });
const runHere = commandHere({ DATA_DIR: nowhere });
/** Tools handle signals, so each is a process of its own. */
const isOperators = (tool: string) => path.dirname(fileOfCommand(tool)) === import.meta.dirname;

const SERVER = ['--project', 'miniflix', '--server', '112'];
const LINK = [...SERVER, '--cid', '12345678'];
const ORDER = [...LINK, '--product', 'gems-60:2'];
const ELSEWHERE = ['--project', 'miniflix', '--server', '999', '--cid', '12345678'];
const UNREADABLE =
  '1: --because takes up to 1,000 characters that can be read, a letter or digit among them.';
const MALL_TOKEN =
  'npm run mall-token -- --project miniflix --server 112 --cid 123456 --product gems-60:2';

test.each<readonly [string, readonly string[], string | RegExp]>([
  ['settlement', [], '1: --from is missing: name a day like 2026-11-20.'],
  [
    'settlement',
    ['--from', '2026-11-30', '--to', '2026-11-01'],
    '1: --from 2026-11-30 is after --to 2026-11-01.',
  ],
  [
    'settlement',
    ['--from', '2026-11-01', '--to', '2026-11-30'],
    `1: No shop keeps its database in ${nowhere}: correct DATA_DIR, or start the shop there with npm start.`,
  ],
  [
    'reconcile',
    ['--day', '2999-01-01'],
    '1: --day 2999-01-01 has not ended: it has no statement yet.',
  ],
  [
    'access-link',
    [...SERVER, '--cid', 'abc'],
    '1: --cid is "abc", no ID of miniflix: its form is ^[0-9]{6,12}$.',
  ],
  [
    'access-link',
    ['--project', 'nosuch'],
    '1: --project is "nosuch", none of miniflix, poi_mbo, vp_mbo, cgg, dr2, dr2_mpt.',
  ],
  ['access-link', ELSEWHERE, /^1: --server is "999", none of miniflix's: 101, 102, .+\.$/],
  [
    'access-link',
    [...LINK, '--shop', 'notaurl'],
    '1: --shop is "notaurl", not an address like https://shop.example.',
  ],
  [
    'access-link',
    [...LINK, '--shop', 'ftp://shop.example'],
    '1: --shop is "ftp://shop.example", not an address like https://shop.example.',
  ],
  [
    'access-link',
    [...LINK, '--ref', 'a b'],
    '1: --ref is "a b", not 1 to 64 of A to Z, a to z, 0 to 9, ".", "_" and "-".',
  ],
  [
    'access-link',
    [...LINK, '--shop', 'https://shop.example/'],
    /^0: https:\/\/shop\.example\/miniflix#link=[\w-]+\.[\w-]+$/,
  ],
  [
    'access-link',
    [...LINK, '--minutes', '61'],
    '1: --minutes is "61", not a whole number from 1 to 60.',
  ],
  [
    'mall-token',
    ['--project', 'nosuch'],
    '1: --project is "nosuch", none of miniflix, poi_mbo, vp_mbo, cgg, dr2, dr2_mpt.',
  ],
  ['mall-token', LINK.slice(0, 2), `1: --server is missing: ${MALL_TOKEN}`],
  ['mall-token', ELSEWHERE, /^1: --server is "999", none of miniflix's: 101, 102, .+\.$/],
  [
    'mall-token',
    [...SERVER, '--cid', 'abc', '--product', 'gems-60:2'],
    '1: --cid is "abc", no ID of miniflix: its form is ^[0-9]{6,12}$.',
  ],
  [
    'mall-token',
    [...ORDER, '--ref', 'a b'],
    '1: --ref is "a b", not 1 to 64 of A to Z, a to z, 0 to 9, ".", "_" and "-".',
  ],
  [
    'mall-token',
    [...ORDER, '--shop', 'notaurl'],
    '1: --shop is "notaurl", not an address like https://shop.example.',
  ],
  [
    'mall-token',
    [...ORDER, '--minutes', '10081'],
    '1: --minutes is "10081", not a whole number from 1 to 10,080.',
  ],
  ['mall-token', LINK, `1: --product is missing: ${MALL_TOKEN}`],
  [
    'mall-token',
    [...LINK, '--product', 'gems-1'],
    /^1: --product is "gems-1", none of what miniflix sells so: gems-60, gems-125, .+\.$/,
  ],
  [
    'mall-token',
    [...LINK, '--product', 'card-weekly'],
    /^1: --product is "card-weekly", none of what miniflix sells so: gems-60, (?!.*card-).+\.$/,
  ],
  [
    'mall-token',
    [...ORDER, '--product', 'gems-60:3'],
    '1: --product names gems-60 twice: give its count.',
  ],
  ['mall-token', [...ORDER, '--prodct', 'gems-125'], `1: Unknown option '--prodct'`],
  [
    'mall-token',
    [...ORDER, '--product', 'gems-125', '--shop', 'https://shop.example/'],
    /^0: https:\/\/shop\.example\/mallCheckout\?token=[\w-]+\.[\w-]+$/,
  ],
  ['fuzz', ['20', '--seed', '-5'], '1: --seed is "-5", not a whole number from 1 to 999,999,999.'],
  ['soak', ['0'], '1: minutes is "0", not a whole number from 1 to 999,999,999.'],
  [
    'retention',
    ['--sessions', '99999999999'],
    '1: --sessions is "99999999999", not a whole number from 1 to 36,500.',
  ],
  [
    'retention',
    ['--carts', '36501'],
    '1: --carts is "36501", not a whole number from 1 to 36,500.',
  ],
  ['model', ['--steps', '-1'], '1: --steps is "-1", not a whole number from 1 to 999,999,999.'],
  ['migrate', ['--foo'], `1: Unknown option '--foo'`],
  ['paypal-sdk', ['--foo'], `1: Unknown option '--foo'`],
  ['check', ['--foo'], `1: Unknown option '--foo'`],
  ['spec', ['--foo'], `1: Unknown option '--foo'`],
  ['start', ['--foo'], `1: Unknown option '--foo'`],
  ['resolve', ['list', '--foo'], `1: Unknown option '--foo'`],
  [
    'resolve',
    ['list', '--amount', '3'],
    '1: list takes no --amount: nothing was done (it takes no option).',
  ],
  [
    'draws',
    ['--project', 'miniflix'],
    '1: Name a character: npm run draws -- --project miniflix --cid 12345678.',
  ],
  ['export', SERVER, /^1: Name a character: npm run export -- --project miniflix --cid 12345678 /],
  ['erase', LINK, /^1: --because "…" is missing\. Name a character: npm run erase -- /],
  ['erase', [...LINK, '--because', 'esc\u001b[2J'], UNREADABLE],
  ['service', ['close', 'cgg', '--because', 'abc \u202Edcba'], UNREADABLE],
  [
    'erase',
    ['--cid', '99', ...LINK, '--because', 'asked'],
    '1: --cid is given twice: nothing was done.',
  ],
  [
    'service',
    ['refuse', 'cgg', '--countries', 'CU', '--countries', 'IR', '--because', 'law'],
    '1: --countries is given twice: nothing was done.',
  ],
  ['access-link', [...LINK, '--ref=a', '--ref=b'], '1: --ref is given twice: nothing was done.'],
  [
    'reconcile',
    ['--settle', '3', '--settle', '4'],
    '1: --settle is given twice: nothing was done.',
  ],
  [
    'sbom',
    ['--out', path.join(nowhere, 'x.json')],
    /^1: --out .+x\.json cannot be written: ENOENT: no such file or directory, [^\n]+\.$/,
  ],
  ['status', ['--bogus'], `1: Unknown option '--bogus'`],
  ['status', ['list'], `1: Unexpected argument 'list'`],
])(
  '%s %j reports the mistake in one sentence and creates no files',
  async (tool, options, sentence) => {
    const outcome = await (isOperators(tool) ? runHere : run)(tool, ...options);
    if (sentence instanceof RegExp) expect(outcome).toMatch(sentence);
    else expect(outcome).toBe(sentence);
    expect(existsSync(nowhere)).toBe(false);
  },
);

test('refuses a reason of more than 1,000 characters', async () => {
  const because = ['--because', 'x'.repeat(1_001)];
  expect(await runHere('erase', ...LINK, ...because)).toBe(UNREADABLE);
  expect(await runHere('service', 'close', 'cgg', ...because)).toBe(UNREADABLE);
});

test.each([
  [['-5'], 'requests is "-5", not a whole number from 1 to 999,999,999.'],
  [['20', '--seed', '5', '--seed', '6'], '--seed is given twice: nothing was done.'],
])('a tool that begins with a count refuses %j in one sentence', (words, sentence) => {
  const { argv } = process;
  onTestFinished(() => void (process.argv = argv));
  process.argv = ['node', 'tool.ts', ...words];
  expect(() => readCountFirst('requests', 1, ['seed'], ['write'])).toThrow(
    new StartError(sentence),
  );
});
