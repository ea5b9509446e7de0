import { CONSOLE_CALLS } from '@webpay/contract/console/calls';
import * as v from 'valibot';
import { afterEach, expect, it } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { listAudit } from '../audit/list-audit.ts';
import { readCatalogueTexts } from '../console/read-catalogue.ts';
import { hasFiles, liveVersion, textsOf } from '../projects/versions.ts';
import { importDraft } from './import-draft.ts';
import { confirmAs, doStep, person, planFor, type Person } from './testing/steps.ts';

const { built, db } = await builtShop(8);
const ctx = { ...built.ctx, config: { ...built.ctx.config, limitScale: 1_000 } };
const liveops = await person(ctx, 'import-liveops', ['liveops']);
const finance = await person(ctx, 'import-finance', ['finance']);
const project = 'miniflix';
const because = 'the new season';

const live = async () => (await liveVersion(db, project))?.number ?? -1;
const begin = { number: await live(), files: await textsOf(db, project, await live()) };
const products = begin.files.get('products.yaml') ?? '';
const exported = async () => {
  const found = await readCatalogueTexts(ctx, { projects: [] }, { project });
  return found?.files ?? [];
};

async function bring(
  files: readonly { path: string; text: string; version?: number }[],
  who: Person = liveops,
) {
  const answer = await importDraft(ctx, who, { project, files: [...files] });
  if ('refused' in answer) throw new Error(answer.refused.detail);
  return answer;
}
const stepOf = ({ seen, files }: Awaited<ReturnType<typeof bring>>) => ({
  kind: 'publish_files' as const,
  project,
  seen,
  files: [...files],
  because,
});

afterEach(async () => {
  const version = await liveVersion(db, project);
  if (version === null || hasFiles(version, begin.files)) return;
  const back = { kind: 'roll_back_catalogue', project, version: begin.number, because } as const;
  const done = await doStep(ctx, liveops, { ...back, seen: version.number });
  if ('refused' in done) throw new Error(done.refused.detail);
  if (done.approval_id !== null) await confirmAs(ctx, finance, done.approval_id);
});

it('an export that was not edited is equal: its import keeps nothing', async () => {
  const files = await exported();
  expect(files.map(({ path }) => path)).toContain('products.yaml');
  const brought = await bring(files);
  expect(brought).toMatchObject({ mistakes: [], files: [], same: files.length });
  expect(await live()).toBe(begin.number);
});

it('a changed price becomes a draft, is shown in money, and every other byte stays', async () => {
  const text = products.replace("USD: '4.99'", "USD: '5.49'");
  expect(text).not.toBe(products);
  const files = (await exported()).map((file) =>
    file.path === 'products.yaml' ? { path: `${project}/products.yaml`, text } : file,
  );
  const brought = await bring(files);
  expect(brought.mistakes).toEqual([]);
  expect(brought.files.map(({ path }) => path)).toEqual(['products.yaml']);
  // An import publishes nothing.
  expect(await live()).toBe(begin.number);
  const plan = await planFor(ctx, liveops, stepOf(brought));
  expect(plan).toMatchObject({
    possible: true,
    title: 'Publish 1 imported file',
    needs: { step_up: true },
  });
  expect(plan.needs.second_person).toMatch(/more than 5 %/);
  expect(plan.effects).toContainEqual(
    expect.stringMatching(
      / in USD: (?:\$4\.99|4\.99 USD) → (?:\$5\.49|5\.49 USD) \(\+10\.0 %\)\.$/,
    ),
  );
  const done = await doStep(ctx, liveops, stepOf(brought));
  if ('refused' in done || done.approval_id === null) throw new Error('no second person');
  expect(await confirmAs(ctx, finance, done.approval_id)).toBe('done');
  const now = await textsOf(db, project, await live());
  expect([...now]).toEqual(
    [...begin.files].map(([path, was]) => [path, path === 'products.yaml' ? text : was]),
  );
  expect(await bring(await exported())).toMatchObject({ files: [], mistakes: [] });
});

it('translations and theme need no second person, and the answer carries the draft whole', async () => {
  const texts = begin.files.get('texts/de.json') ?? '';
  const theme = begin.files.get('theme.yaml') ?? '';
  const brought = await bring([
    { path: 'texts/de.json', text: texts.replace('Edelsteine', 'Juwelen') },
    { path: 'theme.yaml', text: theme.replace("tint: '#FFC861'", "tint: '#FFC862'") },
  ]);
  expect(brought.files).toHaveLength(2);
  expect(v.parse(CONSOLE_CALLS.importCatalogue.result, brought)).toEqual(brought);
  const { needs } = await planFor(ctx, liveops, stepOf(brought));
  expect(needs).toMatchObject({ step_up: true, second_person: null });
  const file = begin.files.get('regions.yaml') ?? '';
  const renamed = await bring([
    { path: 'regions.yaml', text: file.replace('en: Americas', 'en: Both Americas') },
  ]);
  const plan = await planFor(ctx, liveops, stepOf(renamed));
  expect(plan.needs.second_person).toBe('It changes more than prices.');
});

it('every mistake of several files is named with its line, and nothing is kept', async () => {
  const channels = begin.files.get('channels.yaml') ?? '';
  const unknown = `${products}\nsurprise: 1\nsecond: 2\n`;
  const brought = await bring([
    { path: 'products.yaml', text: unknown },
    { path: 'channels.yaml', text: `${channels}\nextra: 1\nextra: 2\n` },
  ]);
  expect(brought.files).toEqual([]);
  const last = unknown.trimEnd().split('\n').length;
  expect(brought.mistakes).toEqual(
    expect.arrayContaining([
      {
        file: 'miniflix/products.yaml',
        line: last - 1,
        field: 'surprise',
        why: 'is not a known field',
      },
      { file: 'miniflix/products.yaml', line: last, field: 'second', why: 'is not a known field' },
      {
        file: 'miniflix/channels.yaml',
        line: `${channels}\nextra: 1\nextra: 2`.split('\n').length,
        field: 'extra',
        why: 'stands there twice',
      },
    ]),
  );
});

it('rules between fields are named for each good alone', async () => {
  const text = products.replaceAll(/USD: '(?:4|9)\.99'/g, "USD: '0.00'");
  const { mistakes, files } = await bring([{ path: 'products.yaml', text }]);
  expect(mistakes.length).toBeGreaterThan(1);
  expect(new Set(mistakes.map(({ why }) => why))).toEqual(new Set(['is nothing']));
  expect(mistakes.every(({ line, field }) => line !== null && field?.endsWith('.prices.USD'))).toBe(
    true,
  );
  expect(files).toEqual([]);
});

it.each([
  [
    'another project',
    [{ path: 'dr2/products.yaml', text: products }],
    'is not in the folder miniflix',
  ],
  [
    'a way out of the folder',
    [{ path: '../products.yaml', text: products }],
    'is not in the folder miniflix',
  ],
  ['an unknown file', [{ path: 'secrets.yaml', text: 'a: 1' }], 'is no file that a project has'],
  [
    'a drawing',
    [{ path: 'scene.svg', text: '<svg/>' }],
    'is no YAML file, no texts/LANGUAGE.json and no art/NAME.webp',
  ],
  ['an unknown language', [{ path: 'texts/xx.json', text: '{}' }], 'is no file that a project has'],
  [
    'a file twice',
    [
      { path: 'products.yaml', text: products },
      { path: 'miniflix/products.yaml', text: products },
    ],
    'is given twice',
  ],
  [
    'a code of another project',
    [
      {
        path: 'project.yaml',
        text: (begin.files.get('project.yaml') ?? '').replace(/^code: .*$/m, 'code: dr2'),
      },
    ],
    "dr2 is not the folder's name",
  ],
  [
    'a huge number',
    [
      {
        path: 'products.yaml',
        text: products.replace("USD: '4.99'", "USD: '99999999999999999999.99'"),
      },
    ],
    /./,
  ],
  [
    'too many bytes',
    [{ path: 'products.yaml', text: `${products}# ${'ж'.repeat(65_000)}` }],
    'has more than 131072 bytes',
  ],
] as const)('refuses %s', async (_, files, why) => {
  const brought = await bring(files);
  expect(brought.files).toEqual([]);
  expect(brought.mistakes[0]?.why).toMatch(why);
});

it('is an entry of the audit log, and only for those who may publish and proved themselves', async () => {
  await bring([{ path: 'products.yaml', text: `${products}\n# a word\n` }]);
  const { items } = await listAudit({ db }, { action: 'catalogue.import', limit: 1 });
  expect(items[0]).toMatchObject({
    operator: 'import-liveops',
    object: 'project miniflix',
    outcome: 'done',
  });
  expect(items[0]?.detail).toMatch(
    /"path":"products.yaml","sha256":"[0-9a-f]{64}"\}\],"mistakes":0,"version":/,
  );
  const input = { project, files: [{ path: 'products.yaml', text: products }] };
  const weak = { ...liveops, operator: { ...liveops.operator, hasSecondFactor: false } };
  expect(await importDraft(ctx, weak, input)).toHaveProperty('refused');
  const other = { ...liveops, operator: { ...liveops.operator, projects: ['dr2'] } };
  expect(await importDraft(ctx, other, input)).toMatchObject({ refused: { status: 404 } });
  const last = (await listAudit({ db }, { action: 'catalogue.import', limit: 2 })).items;
  expect(last.map(({ outcome, detail }) => [outcome, detail])).toEqual([
    ['refused', '{"refused":"not_found"}'],
    ['refused', expect.stringContaining('"refused":')],
  ]);
});

it('is refused after ten imports of a person in a minute', async () => {
  // A minute of its own, ten years on: no other import counts there, and the clock stands.
  const at = new Date(Date.now() + 3_650 * 86_400_000);
  const slow = {
    ...ctx,
    clock: { ...ctx.clock, real: () => at },
    config: { ...ctx.config, limitScale: 1 },
  };
  const who = await person(ctx, 'import-eager', ['liveops']);
  const input = { project, files: [{ path: 'products.yaml', text: products }] };
  const codes = [];
  for (let count = 0; count < 11; count += 1) {
    const answer = await importDraft(slow, who, input);
    codes.push('refused' in answer ? answer.refused.code : 'taken');
  }
  expect(codes).toEqual([...Array.from({ length: 10 }, () => 'taken'), 'too_many_requests']);
});

it('is refused when the drafts of a day have too many bytes, and each draft counts', async () => {
  const who = await person(ctx, 'import-large', ['liveops']);
  // A tenth of a byte limit: 838 KB a person.
  const slow = (day: number) => ({
    ...ctx,
    clock: { ...ctx.clock, real: () => new Date(Date.UTC(2040, 0, day, 12)) },
    config: { ...ctx.config, limitScale: 0.1 },
  });
  const large = (n: number) => `${products}# ${String(n).repeat(90_000)}\n`;
  const codes = [];
  for (let count = 0; count < 9; count += 1) {
    const at = {
      ...slow(1),
      clock: { ...ctx.clock, real: () => new Date(Date.UTC(2040, 0, 1, 12, count)) },
    };
    const files = [{ path: 'products.yaml', text: large(count) }];
    const answer = await importDraft(at, who, { project, files });
    codes.push('refused' in answer ? answer.refused.detail.slice(0, 29) : answer.mistakes.length);
  }
  expect(codes).toContain(0);
  expect(codes.at(-1)).toBe('Drafts of this day have too m');
  const files = [{ path: 'products.yaml', text: large(9) }];
  expect(await importDraft(slow(2), who, { project, files })).toMatchObject({ mistakes: [] });
});

it('files that no import kept are not published, nor kept ones at a place of no file', async () => {
  const { files } = await bring([{ path: 'products.yaml', text: `${products}\n# another word\n` }]);
  const step = { kind: 'publish_files', project, seen: await live(), because } as const;
  const [kept] = files;
  if (kept === undefined) throw new Error('no draft');
  for (const file of [
    { path: 'products.yaml', sha256: 'a'.repeat(64) },
    { path: 'elsewhere.yaml', sha256: kept.sha256 },
  ]) {
    const plan = await planFor(ctx, liveops, { ...step, files: [file] });
    expect(plan).toMatchObject({
      possible: false,
      why: 'The shop does not have these files. Import them again.',
    });
  }
});
