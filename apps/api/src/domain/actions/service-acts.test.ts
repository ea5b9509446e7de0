import { randomBytes, randomUUID } from 'node:crypto';
import type { Action, ActionOf } from '@webpay/contract/console/actions';
import { beforeEach, describe, expect, it } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { runMethods } from '../../operator/method-verbs.ts';
import { runService } from '../../operator/service-verbs.ts';
import { createClock } from '../../platform/clock.ts';
import { checkAudit } from '../audit/check-audit.ts';
import { listAudit } from '../audit/list-audit.ts';
import { readService } from '../console/service/read-service.ts';
import { openingsDue } from './open-by-itself.ts';
import { act, previewAction } from './pipeline.ts';
import { doStep, person, planFor, type Person } from './testing/steps.ts';

const { built, db, pool } = await builtShop(8);
// A clock of its own: the shop's follows the database, so a moved one would go back.
const clock = createClock();
const ctx = { ...built.ctx, clock };
const EVERYBODY = { projects: [] };
const liveops = await person(ctx, 'switch-liveops', ['liveops']);
const admin = await person(ctx, 'switch-admin', ['admin']);
const ofDr2 = await person(ctx, 'switch-dr2', ['liveops'], { projects: ['dr2'] });

const because = 'game update 4.2';
const HOUR_MS = 3_600_000;

beforeEach(async () => {
  clock.setOffset(0);
  await pool.query('delete from method_stops');
  for (const project of ['miniflix', 'dr2']) {
    await runService({ db, clock, randomBytes }, ['open', project, '--because', 'the next test']);
  }
});

const served = async (project = 'miniflix') => {
  const { projects } = await readService(ctx, EVERYBODY, { project });
  const [found] = projects;
  if (found === undefined) throw new Error('no such project');
  return found;
};
const maintenance = (changed: Partial<ActionOf<'set_service'>> = {}): Action => ({
  kind: 'set_service',
  project: 'miniflix',
  state: 'maintenance',
  opens_at: null,
  seen: null,
  because,
  ...changed,
});
async function endOf(who: Person, action: Action): Promise<string> {
  const planned = await previewAction(ctx, who, { action });
  if ('refused' in planned) return planned.refused.code;
  const done = await doStep(ctx, who, action);
  return 'refused' in done ? `${done.refused.code}: ${done.refused.detail}` : done.state;
}
const newest = async (object: string) => (await listAudit({ db }, { object })).items[0];

describe('a switch of the service', () => {
  it('says what goes on before it, and names person and reason after it', async () => {
    const plan = await planFor(ctx, liveops, maintenance());
    expect(plan.title).toMatch(/^Maintenance for /);
    expect(plan.effects).toContain(
      'Payments that began end at their gateway, and what is paid is delivered. Refunds go on.',
    );
    expect((await served()).state).toBe('open');
    expect(await endOf(liveops, maintenance())).toBe('done');
    const now = await served();
    expect(now).toMatchObject({ state: 'maintenance', opens_at: null, because });
    expect(now.by).toBe(liveops.operator.name);
    expect(await newest('miniflix')).toMatchObject({
      action: 'set_service',
      operator: liveops.operator.name,
      reason: because,
      project: 'miniflix',
    });
    await ctx.catalogue.refresh();
    expect(ctx.catalogue.project('miniflix')?.service.state).toBe('maintenance');
  });

  it('opens by itself at its time, once for all workers, with an entry of the audit log', async () => {
    const opensAt = ctx.clock.nowMs() + HOUR_MS;
    expect(await endOf(liveops, maintenance({ opens_at: opensAt }))).toBe('done');
    expect(await openingsDue(ctx)).toEqual([]);
    clock.setOffset(HOUR_MS + 1_000);
    const workers = [await openingsDue(ctx), await openingsDue(ctx)];
    await Promise.all(workers.flat().map((open) => open()));
    expect(await served()).toMatchObject({ state: 'open', opens_at: null, by: 'the shop' });
    const { items } = await listAudit({ db }, { object: 'miniflix' });
    const opened = items.filter(({ action }) => action === 'open_by_itself');
    expect(opened).toHaveLength(1);
    expect(opened[0]?.operator).toBe('the shop');
    expect(await checkAudit({ db })).toMatchObject({ broken: null });
  });

  it('stays when an operator changed the project before its time', async () => {
    const opensAt = ctx.clock.nowMs() + HOUR_MS;
    await endOf(liveops, maintenance({ opens_at: opensAt }));
    clock.setOffset(HOUR_MS + 1_000);
    const [open] = await openingsDue(ctx);
    await endOf(admin, maintenance({ state: 'closed' }));
    await open?.();
    expect((await served()).state).toBe('closed');
  });

  it('keeps its time when only the refused countries change', async () => {
    const opensAt = ctx.clock.nowMs() + HOUR_MS;
    await endOf(liveops, maintenance({ opens_at: opensAt }));
    const refuse = { countries: ['IR', 'CU'], networks: ['203.0.113.0/24'] };
    const action = {
      kind: 'set_refused',
      project: 'miniflix',
      ...refuse,
      seen: null,
      because,
    } as const;
    expect(await endOf(liveops, action)).toBe('done');
    expect(await served()).toMatchObject({
      state: 'maintenance',
      opens_at: opensAt,
      countries: ['CU', 'IR'],
      networks: ['203.0.113.0/24'],
    });
    await endOf(liveops, { ...action, countries: [], networks: [] });
    expect(await served()).toMatchObject({ countries: [], networks: [] });
  });

  it('is refused with a sentence for a wrong time, country or network', async () => {
    const past = await planFor(ctx, liveops, maintenance({ opens_at: ctx.clock.nowMs() - 1 }));
    expect(past.why).toMatch(/^The shop can open by itself within 30 days/);
    const open = await planFor(ctx, liveops, maintenance({ state: 'open', opens_at: 1 }));
    expect(open.why).toBe('Only a maintenance ends by itself.');
    const lists = { kind: 'set_refused', project: 'miniflix', seen: null, because } as const;
    const uk = await planFor(ctx, liveops, { ...lists, countries: ['UK'], networks: null });
    expect(uk.why).toContain('"UK": that is GB by its standard, ISO 3166.');
    const net = await planFor(ctx, liveops, { ...lists, countries: null, networks: ['0.0.0.0/0'] });
    expect(net.why).toContain('that is every address');
  });

  it('by two operators at once succeeds for one, and tells the other who was first', async () => {
    const { seen } = await served();
    const first = maintenance({ seen });
    const second = maintenance({ seen, opens_at: ctx.clock.nowMs() + HOUR_MS });
    const plans = [await planFor(ctx, liveops, first), await planFor(ctx, admin, second)] as const;
    const step = (action: Action, plan: { plan_hash: string }) =>
      ({ key: randomUUID(), action, plan_hash: plan.plan_hash, step_up: null }) as const;
    const ends = await Promise.all([
      act(ctx, liveops, step(first, plans[0])),
      act(ctx, admin, step(second, plans[1])),
    ]);
    const refused = ends.filter((end) => 'refused' in end);
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatchObject({ refused: { status: 409, code: 'service_changed' } });
    expect(JSON.stringify(refused)).toMatch(/switch-(liveops|admin)/);
  });

  it.each([
    ['a maintenance of one project', {}, false],
    ['opening all projects', { project: 'all', state: 'open' }, false],
    ['a maintenance of all projects', { project: 'all' }, true],
    ['closing one project', { state: 'closed' }, true],
  ] as const)('says whether it needs a proof: %s', async (_, changed, isNeeded) => {
    const step = maintenance({ seen: null, ...changed });
    const { needs, plan_hash } = await planFor(ctx, admin, step);
    expect(needs.step_up).toBe(isNeeded);
    if (!isNeeded) return;
    const unproved = { key: randomUUID(), action: step, plan_hash, step_up: null };
    expect(await act(ctx, admin, unproved)).toMatchObject({ refused: { status: 423 } });
  });

  it('for all projects is for operators of all projects', async () => {
    expect(await endOf(ofDr2, maintenance({ project: 'all' }))).toBe('not_found');
    expect(await endOf(ofDr2, maintenance())).toBe('not_found');
    expect(await endOf(ofDr2, maintenance({ project: 'dr2' }))).toBe('done');
    expect(await readService(ctx, ofDr2.operator, {})).toMatchObject({
      may_all: false,
      projects: [{ code: 'dr2', state: 'maintenance' }],
    });
    expect(await endOf(admin, maintenance({ project: 'all', state: 'open' }))).toBe('done');
    const { projects } = await readService(ctx, EVERYBODY, {});
    expect(projects.every(({ state }) => state === 'open')).toBe(true);
    expect((await newest('all'))?.action).toBe('set_service');
  });
});

describe('the undo of a switch', () => {
  it('restores state, time and lists of each project', async () => {
    const opensAt = ctx.clock.nowMs() + HOUR_MS;
    await endOf(admin, maintenance({ project: 'dr2', opens_at: opensAt }));
    const { projects } = await readService(ctx, EVERYBODY, {});
    const seen = Math.max(...projects.map((each) => each.seen));
    await endOf(admin, maintenance({ project: 'all', seen }));
    expect((await served('dr2')).opens_at).toBeNull();
    expect(await endOf(admin, { kind: 'undo_service', project: 'all', seen })).toBe('done');
    expect((await served()).state).toBe('open');
    expect(await served('dr2')).toMatchObject({ state: 'maintenance', opens_at: opensAt });
  });

  it('is refused after another person, after its time, for a closed project, and for nothing', async () => {
    const { seen } = await served();
    const undo = { kind: 'undo_service', project: 'miniflix', seen } as const;
    expect(await endOf(liveops, undo)).toMatch(/^nothing_to_undo/);
    await endOf(liveops, maintenance());
    expect(await endOf(admin, undo)).toMatch(/^service_changed: .*switch-liveops/);
    clock.setOffset(60_000);
    expect(await endOf(liveops, undo)).toMatch(/^undo_is_over/);
    clock.setOffset(0);
    const { seen: then } = await served();
    await endOf(liveops, maintenance({ state: 'closed' }));
    expect(await endOf(liveops, { ...undo, seen: then })).toMatch(/^closed_stays/);
  });
});

describe('a method', () => {
  const off = (changed: Partial<ActionOf<'switch_method'>> = {}): Action => ({
    kind: 'switch_method',
    project: 'miniflix',
    pay_id: 'card',
    state: 'off',
    country: 'US',
    seen: null,
    because,
    ...changed,
  });
  const method = async () => {
    const { methods } = await readService(ctx, EVERYBODY, { project: 'miniflix' });
    const found = methods.find(({ pay_id: payId }) => payId === 'card');
    if (found === undefined) throw new Error('no card');
    return found;
  };

  it('is off in one country until an operator switches it on, with person, reason and time', async () => {
    expect(await endOf(liveops, off())).toBe('done');
    expect((await method()).stops).toMatchObject([
      {
        country: 'US',
        switched_by: 'operator',
        by: liveops.operator.name,
        why: because,
        next_try: null,
      },
    ]);
    expect(await newest('miniflix/card')).toMatchObject({
      action: 'switch_method',
      reason: because,
    });
    expect(await endOf(admin, off({ state: 'on' }))).toBe('done');
    expect((await method()).stops).toEqual([]);
    expect(await endOf(admin, off({ state: 'on' }))).toMatch(/^method_is_on/);
    expect(await endOf(admin, off({ country: 'AQ' }))).toMatch(/^no_such_country/);
  });

  it('gets the stop of its gateway back by an undo, with its next try', async () => {
    await pool.query(
      `insert into method_stops (project, pay_id, country, switched_by, why, step, switched_off_at, retry_at, retry_count)
        values ('miniflix', 'card', 'US', 'gateway', 'CONTRACT_INVALID', 'open', now(), now() + interval '1 hour', 2)`,
    );
    const before = await method();
    for (const state of ['on', 'off'] as const) {
      const { seen } = await method();
      expect(await endOf(liveops, off({ state, seen }))).toBe('done');
      const undo = { kind: 'undo_method', project: 'miniflix', pay_id: 'card', seen } as const;
      expect(await endOf(admin, undo)).toMatch(/^method_changed: .*switch-liveops/);
      expect(await endOf(liveops, undo)).toBe('done');
      expect((await method()).stops).toEqual(before.stops);
    }
  });

  it('by two operators at once is switched by one, and the other is told', async () => {
    const { seen } = await method();
    expect(await endOf(liveops, off({ seen }))).toBe('done');
    expect(await endOf(admin, off({ seen, country: null }))).toMatch(
      /^method_changed: .*switch-liveops/,
    );
  });
});

describe('npm run service', () => {
  const command = { db, clock, randomBytes };

  it('writes the entries of the console, and names the person of --by', async () => {
    await runService(command, ['maintenance', 'miniflix', '--because', because, '--by', 'Ana']);
    expect(await newest('miniflix')).toMatchObject({
      action: 'set_service',
      operator: 'command line (Ana)',
      reason: because,
      outcome: 'done',
    });
    expect((await served()).by).toBe('command line (Ana)');
    const words = ['methods', 'off', 'miniflix', 'card', '--because', because, '--by', 'Ana'];
    await runMethods(command, words);
    expect(await newest('miniflix/card')).toMatchObject({
      action: 'switch_method',
      operator: 'command line (Ana)',
    });
    await runService(command, ['refuse', 'all', '--countries', 'none', '--because', because]);
    expect((await newest('all'))?.operator).toMatch(/^command line \(.+\)$/);
    expect(await checkAudit({ db })).toMatchObject({ broken: null });
  });
});
