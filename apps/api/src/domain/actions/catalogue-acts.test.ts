import { randomUUID } from 'node:crypto';
import type { ActionOf } from '@webpay/contract/console/actions';
import { describe, expect, it } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { importCatalogue } from '../../catalogue-import/import-catalogue.ts';
import { buildContext } from '../../build-context.ts';
import { checkAudit } from '../audit/check-audit.ts';
import { listAudit } from '../audit/list-audit.ts';
import { readCatalogueFile } from '../console/read-catalogue.ts';
import { liveVersion, textsOf } from '../projects/versions.ts';
import { listApprovals } from './approvals.ts';
import { approve } from './decide-approval.ts';
import { act, previewAction } from './pipeline.ts';
import { doStep, person, planFor, type Person } from './testing/steps.ts';

const { built, db } = await builtShop(8);
const { ctx } = built;
const liveops = await person(ctx, 'price-liveops', ['liveops']);
const finance = await person(ctx, 'price-finance', ['finance']);
const project = 'poi_mbo';
const product_id = 'doubloons-100';

const file = async () => {
  const found = await readCatalogueFile(ctx, { projects: [] }, { project });
  if (found === null) throw new Error('no catalogue');
  return found;
};
const liveNumber = async () => (await liveVersion(db, project))?.number ?? -1;
const priceOf = async (currency = 'USD') =>
  (await file()).goods.find((good) => good.product_id === product_id)?.prices[currency];
const prices = async (
  minor: number,
  changed: Partial<ActionOf<'change_prices'>> = {},
): Promise<ActionOf<'change_prices'>> => ({
  kind: 'change_prices',
  project,
  seen: await liveNumber(),
  cells: [{ product_id, currency: 'USD', minor }],
  because: 'weekly prices',
  ...changed,
});
const rollBack = async (version: number): Promise<ActionOf<'roll_back_catalogue'>> => ({
  kind: 'roll_back_catalogue',
  project,
  seen: await liveNumber(),
  version,
  because: 'wrong price',
});
/** Publishes a price whatever it is: a second person confirms a large change. */
async function publish(minor: number, asker: Person = liveops): Promise<void> {
  const done = await doStep(ctx, asker, await prices(minor));
  if ('refused' in done) throw new Error(done.refused.detail);
  if (done.state === 'done' || done.approval_id === null) return;
  await confirm(done.approval_id, asker === liveops ? finance : liveops);
}
async function confirm(id: string, who: Person) {
  const row = (await listApprovals(ctx, who.operator, {})).items.find((each) => each.id === id);
  const { rows } = await db.pool.query<{ plan_hash: string }>(
    'select plan_hash from operator_approvals where id = $1',
    [row?.id],
  );
  const planHash = rows[0]?.plan_hash ?? '';
  const proof = await who.assertion(planHash);
  return approve(ctx, who, { id, plan_hash: planHash, step_up: proof });
}
const codeOf = (outcome: object) =>
  'refused' in outcome ? (outcome.refused as { code: string }).code : 'done';

describe('prices are published by the console', () => {
  it('exactly as the plan says, in one step with its version and audit entry', async () => {
    const before = {
      price: await priceOf(),
      number: await liveNumber(),
      eur: await priceOf('EUR'),
    };
    const action = await prices(102);
    const plan = await planFor(ctx, liveops, action);
    expect(plan.effects[0]).toBe('doubloons-100 in USD: $0.99 → $1.02 (+3.0 %).');
    expect(plan.effects).toHaveLength(2);
    expect(plan.needs).toMatchObject({ step_up: true, second_person: null });
    expect(await priceOf()).toBe(before.price);
    const refused = await act(ctx, liveops, {
      key: randomUUID(),
      action,
      plan_hash: plan.plan_hash,
      step_up: null,
    });
    expect(codeOf(refused)).not.toBe('done');
    expect(await priceOf()).toBe(before.price);
    expect(codeOf(await doStep(ctx, liveops, action))).toBe('done');
    expect(await priceOf()).toBe(102);
    expect(await priceOf('EUR')).toBe(before.eur);
    expect((await file()).versions[0]).toMatchObject({
      number: before.number + 1,
      source: 'publish',
      by: liveops.operator.name,
      because: 'weekly prices',
    });
    const { items } = await listAudit({ db }, { object: project });
    expect(items.find(({ action: verb }) => verb === 'change_prices')).toMatchObject({
      operator: liveops.operator.name,
      reason: 'weekly prices',
      outcome: 'done',
    });
    expect(await checkAudit({ db })).toMatchObject({ broken: null });
  });

  it('a second node sells at the new price once it has heard of it', async () => {
    const second = await buildContext(ctx.config, {
      name: 'second',
      connections: 2,
      listens: true,
      logTo: 'stderr',
    });
    try {
      await publish(104);
      const seen = () =>
        second.ctx.catalogue.project(project)?.products.get(product_id)?.prices.get('USD');
      await expect.poll(seen).toBe(104);
    } finally {
      await second.close();
    }
  });

  it('a change above 5 %, also in small steps within a day, needs a second person', async () => {
    await publish(99);
    expect((await planFor(ctx, liveops, await prices(103))).needs.second_person).toBeNull();
    const large = await planFor(ctx, liveops, await prices(105));
    expect(large.needs.second_person).toContain('more than 5 %');
    await publish(103);
    const steps = await planFor(ctx, liveops, await prices(106));
    expect(steps.needs.second_person).toContain('within a day');
    const asked = await doStep(ctx, liveops, await prices(150));
    if ('refused' in asked || asked.approval_id === null) throw new Error('it does not wait');
    expect(asked.state).toBe('waits');
    expect(await priceOf()).toBe(103);
    expect(codeOf(await confirm(asked.approval_id, finance))).toBe('done');
    expect(await priceOf()).toBe(150);
  });

  it('one of two publications at once wins, and the other reads what is live', async () => {
    await publish(99);
    const seen = await liveNumber();
    const wanted = [await prices(100), await prices(101)];
    const people = [liveops, finance];
    const hashes: string[] = [];
    const who = (n: number) => people[n] ?? liveops;
    for (const [n, action] of wanted.entries()) {
      hashes.push((await planFor(ctx, who(n), action)).plan_hash);
    }
    const ends = await Promise.all(
      wanted.map((action, n) => doStep(ctx, who(n), action, { plan_hash: hashes[n] ?? '' })),
    );
    expect(ends.map(codeOf).toSorted()).toEqual(['catalogue_moved', 'done']);
    expect(await liveNumber()).toBe(seen + 1);
    expect(await priceOf()).toBe(100 + ends.map(codeOf).indexOf('done'));
  });

  it('a price that the project does not have is refused, and nothing changes', async () => {
    const seen = await liveNumber();
    for (const cell of [
      { product_id: 'nothing', currency: 'USD', minor: 1 },
      { product_id, currency: 'XAU', minor: 1 },
    ]) {
      const plan = await planFor(ctx, liveops, await prices(1, { cells: [cell] }));
      expect(plan).toMatchObject({ possible: false });
      expect(plan.why).toContain(cell.product_id);
    }
    const stale = await planFor(ctx, liveops, await prices(1, { seen: seen - 1 }));
    expect(stale.why).toContain(`Version ${seen} by`);
    const same = await planFor(ctx, liveops, await prices((await priceOf()) ?? 0));
    expect(same).toMatchObject({ possible: false, why: 'It would change nothing.' });
    expect(await liveNumber()).toBe(seen);
  });
});

describe('an older version comes back', () => {
  it('in one step, byte for byte, with its reason', async () => {
    const target = await liveNumber();
    const was = await priceOf();
    const files = await textsOf(db, project, target);
    await publish(180);
    const action = await rollBack(target);
    expect(codeOf(await previewAction(ctx, finance, { action }))).toBe('not_permitted');
    expect(codeOf(await doStep(ctx, liveops, await rollBack(target)))).toBe('done');
    expect(await priceOf()).toBe(was);
    expect(await textsOf(db, project, await liveNumber())).toEqual(files);
    expect((await file()).versions[0]).toMatchObject({
      source: 'rollback',
      restores: target,
      because: 'wrong price',
    });
    const unknown = await planFor(ctx, liveops, await rollBack(9_999));
    expect(unknown.why).toBe('There is no version with this number.');
  });
});

it('a version whose game another project has now is refused with a sentence', async () => {
  const target = await liveNumber();
  await publish(190);
  const action = await rollBack(target);
  const give = (code: string, game: string) =>
    db.pool.query(`update projects set game_id = $2 where code = $1`, [code, game]);
  const { rows } = await db.pool.query<{ code: string; game_id: string }>(
    `select code, game_id from projects where code = any ($1)`,
    [[project, 'miniflix']],
  );
  const games = new Map(rows.map(({ code, game_id: game }) => [code, game]));
  await give(project, 'for-a-while');
  await give('miniflix', games.get(project) ?? '');
  expect((await planFor(ctx, liveops, action)).why).toBe(
    'Another project has the game_id of these files now, and one game has one project. Give that project another game_id first.',
  );
  expect(codeOf(await doStep(ctx, liveops, action))).toBe('game_id_taken');
  await give('miniflix', games.get('miniflix') ?? '');
  await give(project, games.get(project) ?? '');
  expect(codeOf(await doStep(ctx, liveops, action))).toBe('done');
});

describe('an import over a version of the console', () => {
  const importNow = (over: readonly string[] = []) =>
    importCatalogue(db, ctx.config.catalogueDir, () => undefined, { anyPrice: true, over });

  it('is refused until it names that version, and other projects stay as they are too', async () => {
    await publish(102);
    const live = await liveNumber();
    await expect(importNow()).rejects.toThrow(`--over ${project}-${live}`);
    await expect(importNow([`${project}-${live - 1}`])).rejects.toThrow('Nothing was changed.');
    expect(await priceOf()).toBe(102);
    await importNow([`${project}-${live}`]);
    expect(await priceOf()).toBe(99);
    expect((await file()).versions[0]).toMatchObject({ number: live + 1, source: 'import' });
    await importNow();
    expect(await liveNumber()).toBe(live + 1);
  });

  it('either wins against a publication at the same time, and the other is refused', async () => {
    await publish(102);
    const live = await liveNumber();
    const action = await prices(103);
    const { plan_hash } = await planFor(ctx, liveops, action);
    const [published, imported] = await Promise.all([
      doStep(ctx, liveops, action, { plan_hash }).then(codeOf),
      importNow([`${project}-${live}`]).then(
        () => 'done',
        (error: unknown) => String(error),
      ),
    ]);
    expect(await liveNumber()).toBe(live + 1);
    if (published === 'done') {
      expect(imported).toContain(`--over ${project}-${live + 1}`);
      expect(await priceOf()).toBe(103);
    } else {
      expect([published, imported]).toEqual(['catalogue_moved', 'done']);
      expect(await priceOf()).toBe(99);
    }
  });
});
