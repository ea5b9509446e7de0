import { afterEach, expect, it } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { createClock } from '../../platform/clock.ts';
import { saveFiles } from '../projects/version-queries.ts';
import { hashOf, hasFiles, liveVersion, textsOf } from '../projects/versions.ts';
import { importDraft } from './import-draft.ts';
import { publicationsDue } from './publish-planned.ts';
import { confirmAs, doStep, person, planFor, type Person } from './testing/steps.ts';

const { built, db } = await builtShop(8);
const clock = createClock();
const ctx = { ...built.ctx, clock, config: { ...built.ctx.config, limitScale: 1_000 } };
const liveops = await person(ctx, 'whole-liveops', ['liveops']);
const finance = await person(ctx, 'whole-finance', ['finance']);
const project = 'miniflix';
const because = 'the new season';

const live = async () => (await liveVersion(db, project))?.number ?? -1;
const begin = { number: await live(), files: await textsOf(db, project, await live()) };
const products = begin.files.get('products.yaml') ?? '';

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

/** Does a step that needs a second person. */
async function end(action: Parameters<typeof doStep>[2]): Promise<void> {
  const done = await doStep(ctx, liveops, action);
  if ('refused' in done) throw new Error(done.refused.detail);
  if (done.approval_id === null) throw new Error('no second person');
  expect(await confirmAs(ctx, finance, done.approval_id)).toBe('done');
}

afterEach(async () => {
  const version = await liveVersion(db, project);
  if (version === null || hasFiles(version, begin.files)) return;
  const back = { kind: 'roll_back_catalogue', project, version: begin.number, because } as const;
  const done = await doStep(ctx, liveops, { ...back, seen: version.number });
  if ('refused' in done) throw new Error(done.refused.detail);
  if (done.approval_id !== null) await confirmAs(ctx, finance, done.approval_id);
});

it.each([
  ['analytics', /statistics_src: .*/, "statistics_src: 'https://evil.example/x.js'"],
  ['framed_by', /$/, 'framed_by: [https://evil.example]\n'],
  ['link_hosts', /$/, 'link_hosts: [evil.example]\n'],
  ['day_usd_limit', /$/, 'day_usd_limit: 999999\n'],
  ['game_id', /^game_id: .*$/m, "game_id: '999'"],
] as const)('changes texts of project.yaml, and not %s', async (field, from, to) => {
  const was = begin.files.get('project.yaml') ?? '';
  const content = was.replace(from, to);
  const brought = await bring([{ path: 'project.yaml', text: content }]);
  expect(brought.files).toEqual([]);
  expect(brought.mistakes.map((mistake) => [mistake.field, mistake.why])).toEqual([
    [field, 'is not changed by the console, but by npm run catalogue -- import'],
  ]);
  // A step may name such a file by its hash, as one of an older version.
  await db.transaction((tx) => tx.one(saveFiles, { rows: [{ sha256: hashOf(content), content }] }));
  const files = [{ path: 'project.yaml', sha256: hashOf(content) }];
  const plan = await planFor(ctx, liveops, stepOf({ ...brought, files }));
  expect(plan.why).toContain(`project.yaml: ${field}: is not changed by the console`);
  const text = was.replace(/^tagline: .*$/m, 'tagline: { en: Another line }');
  expect(await bring([{ path: 'project.yaml', text }])).toMatchObject({ mistakes: [] });
});

it('a new good is shown whole, and a hidden fourth change too', async () => {
  const good = products.slice(products.indexOf('  - product_id:'));
  const first = good.slice(0, good.indexOf('  - product_id:', 5));
  const added = first
    .replace(/product_id: .*/, 'product_id: gems-huge')
    .replace(/count: \d+/, 'count: 3000000');
  const text = products.replace(
    first,
    () => added + first.replace(/tier: .*/, 'tier: 5').replace(/count: \d+/, 'count: 2999999'),
  );
  const brought = await bring([{ path: 'products.yaml', text }]);
  expect(brought.mistakes).toEqual([]);
  const { effects } = await planFor(ctx, liveops, stepOf(brought));
  const line = (id: string) => effects.find((each) => each.startsWith(id)) ?? '';
  expect(line('miniflix product gems-huge: new;')).toMatch(/contents\.0\.count 3000000;/);
  const [, id = ''] = /product_id: (.*)/.exec(first) ?? [];
  expect(line(`miniflix product ${id}:`)).toMatch(/contents\.0\.count \d+ → 2999999/);
  expect(effects.join(' ')).not.toContain(' more');
});

it('a limit that a good did not have says so: nothing → 3', async () => {
  const text = products.replace('limit: null', 'limit: { max: 3, period: day }');
  expect(text).not.toBe(products);
  const brought = await bring([{ path: 'products.yaml', text }]);
  expect(brought.mistakes).toEqual([]);
  const { effects } = await planFor(ctx, liveops, stepOf(brought));
  expect(effects.join(' ')).toContain('limit_max nothing → 3; limit_period nothing → "day"');
});

it('imported rules of an event show the expected cost, as a step about the event does', async () => {
  const events = begin.files.get('events.yaml') ?? '';
  const text = events.replace("sign_in: '0.60'", "sign_in: '0.40'");
  expect(text).not.toBe(events);
  const brought = await bring([{ path: 'events.yaml', text }]);
  expect(brought.mistakes).toEqual([]);
  const { effects } = await planFor(ctx, liveops, stepOf(brought));
  expect(effects[0]).toMatch(/: Takes off, Daily sign-in: \$0\.60 → \$0\.40\.$/);
  expect(effects[1]).toMatch(/: Simulated with 10,000 players in 14 days: packs sold [\d,]+ → /);
  expect(effects[2]).toMatch(/: Of these players 47 % come back on a day/);
  await end(stepOf(brought));
});

it('planned rules are published, though a top-up has another price then: the cost is only expected', async () => {
  const events = begin.files.get('events.yaml') ?? '';
  const brought = await bring([
    {
      path: 'events.yaml',
      text: events.replace('item_id: gem, count: 50', 'item_id: gem, count: 40'),
    },
  ]);
  const costOf = async () => {
    const { effects } = await planFor(ctx, liveops, { ...stepOf(brought), seen: await live() });
    return effects.find((line) => line.includes('Simulated'));
  };
  const before = await costOf();
  await end({ ...stepOf(brought), publish_at: clock.nowMs() + 3_600_000 });
  const cells = [{ product_id: 'gems-6480', currency: 'USD', minor: 6_999 }];
  await end({ kind: 'change_prices', project, seen: await live(), cells, because });
  const price = () => ctx.catalogue.project(project)?.products.get('gems-6480')?.prices.get('USD');
  await expect.poll(price).toBe(6_999);
  expect(await costOf()).not.toBe(before);
  const version = await live();
  clock.setOffset(3_601_000);
  for (const work of await publicationsDue(ctx)) await work();
  expect(await live()).toBe(version + 1);
});

it('a change that no plan shows whole is refused with a sentence, at the import and in the plan', async () => {
  const regions = begin.files.get('regions.yaml') ?? '';
  const [server = ''] = /^ +- server_id: .*\n.*\n.*\n/m.exec(regions) ?? [];
  const many = Array.from({ length: 201 }, (_, n) =>
    server.replace(/server_id: .+/, `server_id: 'more${n}'`),
  );
  const text = regions.replace(server, () => server + many.join(''));
  const brought = await bring([{ path: 'regions.yaml', text }]);
  expect(brought).toMatchObject({
    files: [],
    mistakes: [{ why: 'cannot be shown in a plan. It has 201 rows, at most 200.' }],
  });
  await db.transaction((tx) =>
    tx.one(saveFiles, { rows: [{ sha256: hashOf(text), content: text }] }),
  );
  const files = [{ path: 'regions.yaml', sha256: hashOf(text) }];
  const plan = await planFor(ctx, liveops, stepOf({ ...brought, files }));
  expect(plan).toMatchObject({ possible: false });
  expect(plan.why).toContain('more than a plan shows');
});

it('a file that another version changed since it was saved is refused', async () => {
  const version = await live();
  const mine = `${products}\n# mine\n`;
  const price = products.replace("USD: '4.99'", "USD: '5.00'");
  const done = await doStep(
    ctx,
    liveops,
    stepOf(await bring([{ path: 'products.yaml', text: price }])),
  );
  expect(done).toMatchObject({ state: 'done' });
  const next = await live();
  expect(await bring([{ path: 'products.yaml', text: mine, version }])).toMatchObject({
    files: [],
    mistakes: [
      {
        file: 'miniflix/products.yaml',
        why: `differs in version ${next} from version ${version}, from which it was saved: save it anew and change that`,
      },
    ],
  });
  // Another file of the same old version is the live one still.
  const channels = `${begin.files.get('channels.yaml') ?? ''}\n# mine\n`;
  expect(await bring([{ path: 'channels.yaml', text: channels, version }])).toMatchObject({
    mistakes: [],
    seen: next,
  });
});
