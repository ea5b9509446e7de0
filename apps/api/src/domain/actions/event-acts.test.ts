import type { ActionOf } from '@webpay/contract/console/actions';
import { describe, expect, it } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { buildContext } from '../../build-context.ts';
import { checkAudit } from '../audit/check-audit.ts';
import { listAudit } from '../audit/list-audit.ts';
import { listEvents } from '../console/events/read-events.ts';
import { stateOf } from '../events/days.ts';
import { rulesInWords } from '../events/activities/rules-in-words.ts';
import { liveVersion, textsOf } from '../projects/versions.ts';
import { previewAction } from './pipeline.ts';
import { confirmAs, doStep, person, planFor } from './testing/steps.ts';

const { built, db, pool } = await builtShop(8);
const { ctx } = built;
const liveops = await person(ctx, 'event-liveops', ['liveops']);
const finance = await person(ctx, 'event-finance', ['finance']);
const project = 'miniflix';

const eventOf = (kind: string, of = ctx) => {
  const found = of.catalogue.project(project)?.events.find((event) => event.kind === kind);
  if (found === undefined) throw new Error(`no ${kind}`);
  return found;
};
const liveNumber = async () => (await liveVersion(db, project))?.number ?? -1;
const fileNow = async () => (await textsOf(db, project, await liveNumber())).get('events.yaml');
const players = { returns: 0.47, spins: 0.9, topsUp: 0.07, buys: 0.16, topUpMinor: 499 };
const change = async (
  kind: string,
  values: Readonly<Record<string, number>>,
): Promise<ActionOf<'change_event'>> => ({
  kind: 'change_event',
  project,
  event_id: eventOf(kind).event_id,
  seen: await liveNumber(),
  values: Object.entries(values).map(([key, value]) => ({ key, value })),
  players,
  because: 'the weekend',
});
const codeOf = (outcome: object) =>
  'refused' in outcome ? (outcome.refused as { code: string }).code : 'done';
/** Publishes whatever the numbers are: a second person confirms those that cost more. */
async function publish(kind: string, values: Readonly<Record<string, number>>) {
  const done = await doStep(ctx, liveops, await change(kind, values));
  if ('refused' in done) throw new Error(done.refused.detail);
  if (done.approval_id !== null) await confirmAs(ctx, finance, done.approval_id);
  await ctx.catalogue.refresh();
}
async function rollBack(version: number) {
  const seen = await liveNumber();
  const because = 'wrong rules';
  return { kind: 'roll_back_catalogue', project, seen, version, because } as const;
}

describe('numbers of an event are published', () => {
  it('exactly as the plan says: in words, with odds and the expected cost, and every other byte stays', async () => {
    const before = { file: await fileNow(), number: await liveNumber() };
    const action = await change('bargain', { sign_in: 40 });
    const plan = await planFor(ctx, liveops, action);
    expect(plan.effects[0]).toBe('Takes off, Daily sign-in: $0.60 → $0.40.');
    expect(plan.effects[1]).toMatch(
      /^Simulated with 10,000 players in 14 days: packs sold [\d,]+ → [\d,]+; money of a round \$[\d,.]+ → \$[\d,.]+; taken off prices \$[\d,.]+ → \$[\d,.]+; goods of the wheel/,
    );
    expect(plan.effects).toContain(
      'Coupons that were drawn keep their rules. New coupons have the new ones.',
    );
    expect(plan.needs).toMatchObject({ step_up: true, second_person: null });
    expect(await fileNow()).toBe(before.file);
    expect(codeOf(await doStep(ctx, liveops, action))).toBe('done');
    expect(await fileNow()).toBe(before.file?.replace("sign_in: '0.60'", "sign_in: '0.40'"));
    expect(await liveNumber()).toBe(before.number + 1);
    const { items } = await listAudit({ db }, { object: project });
    expect(items.find(({ action: verb }) => verb === 'change_event')).toMatchObject({
      operator: liveops.operator.name,
      reason: 'the weekend',
      outcome: 'done',
    });
    expect(await checkAudit({ db })).toMatchObject({ broken: null });
  });

  it('odds that cost more wait for a second person, who sees the same figures', async () => {
    const action = await change('bargain', { 'weight 0': 60 });
    const plan = await planFor(ctx, liveops, action);
    expect(plan.effects[0]).toBe('Wheel, parts, $2.00 off: 20 → 60 (odds 2.00 % → 5.77 %).');
    expect(plan.needs.second_person).toBe('A spin of the wheel gives players more.');
    const asked = await doStep(ctx, liveops, action);
    if ('refused' in asked || asked.approval_id === null) throw new Error('it does not wait');
    expect(await fileNow()).not.toContain('weight: 60, lowers');
    expect(await confirmAs(ctx, finance, asked.approval_id)).toBe('done');
    expect(await fileNow()).toContain("weight: 60, lowers: '2.00'");
  });

  it('a second node follows once it has heard of it, and a player’s coupon keeps its rules', async () => {
    const { event_id: eventId } = eventOf('bargain');
    await pool.query(
      `with who as (insert into players (project, server_id, cid, pr_id, server_name, name, level, seen_at)
          values ('miniflix', '1', 'kept', '1', 'S01', 'Test', 1, now()) returning id),
        terms as (insert into bargain_terms (id, rules) select 'kept', data->'rules' from events
          where project = 'miniflix' and event_id = $1 returning id)
      insert into bargain_coupons (player_id, project, event_id, n, terms_id, drawn_minor, draw, issued_at, expires_at)
        select who.id, 'miniflix', $1, 1, 'kept', 400, '{}', now(), now() + interval '1 day' from who, terms`,
      [eventId],
    );
    const second = await buildContext(ctx.config, {
      name: 'second',
      connections: 2,
      listens: true,
      logTo: 'stderr',
    });
    const seen = () => {
      const of = second.ctx.catalogue.project(project);
      const rules = of === null ? null : rulesInWords(of, eventOf('bargain', second.ctx));
      return rules?.kind === 'bargain' ? rules.coupon.to : null;
    };
    try {
      expect(seen()).toBe(560);
      await publish('bargain', { to: 660 });
      await expect.poll(seen).toBe(660);
    } finally {
      await second.close();
    }
    const { rows } = await pool.query<{ to: number }>(
      `select (t.rules #>> '{coupon,to_minor}')::int as to from bargain_coupons c join bargain_terms t on t.id = c.terms_id
        where c.event_id = $1 and c.terms_id = 'kept'`,
      [eventId],
    );
    expect(rows).toEqual([{ to: 560 }]);
  });

  it('goals and cards of a running round may only get better for its players', async () => {
    const why = async (kind: string, values: Readonly<Record<string, number>>) => {
      const plan = await planFor(ctx, liveops, await change(kind, values));
      return plan.possible ? null : plan.why;
    };
    expect(await why('cumulation', { 'goal points-500': 600 })).toContain(
      'the goal of points-500 would rise from 500 to 600',
    );
    expect(await why('cumulation', { points: 90 })).toContain('would fall from 100 to 90');
    expect(await why('cumulation', { 'reward days-3 0': 59 })).toContain('59 gem instead of 60');
    expect(await why('card', { 'days weekly': 6 })).toContain('would fall from 7 to 6');
    expect(await why('card', { 'boost weekly': 9 })).toContain('from 10 % to 9 %');
    expect(await why('card', { 'daily weekly 0': 89 })).toContain('89 gem instead of 90');
    expect(await why('cumulation', { 'goal points-500': 400 })).toBeNull();
    expect(await why('card', { 'days weekly': 8 })).toBeNull();
  });

  it('a way back that takes a promise from players is refused, and one that takes none is done', async () => {
    const first = await liveNumber();
    await publish('cumulation', { 'goal points-500': 450 });
    const back = await planFor(ctx, liveops, await rollBack(first));
    expect(back).toMatchObject({ possible: false });
    expect(back.why).toContain('Top-up Festival runs until');
    const second = await liveNumber();
    await publish('bargain', { top_up: 200 });
    expect(codeOf(await doStep(ctx, liveops, await rollBack(second)))).toBe('done');
    expect(await textsOf(db, project, await liveNumber())).toEqual(
      await textsOf(db, project, second),
    );
  });

  it('a contradiction, an unknown number, an old look and no change are refused', async () => {
    const why = async (values: Readonly<Record<string, number>>, changed: object = {}) =>
      (await planFor(ctx, liveops, { ...(await change('bargain', values)), ...changed })).why;
    expect(await why({ step: 70 })).toContain('The steps of the coupon do not end');
    expect(await why({ 'min hoard': 9_999 })).toContain('must be below its price');
    expect(await why({ 'weight 0': 0 })).toContain('at least 1');
    expect(await why({ 'weight 9': 1 })).toContain('no number weight 9');
    expect(await why({ from: 360 })).toBe('It would change nothing.');
    const seen = await liveNumber();
    expect(await why({ from: 380 }, { seen: seen - 1 })).toContain(`Version ${seen} by`);
    expect(await why({ from: 380 }, { event_id: 'nothing' })).toContain('no such event');
    expect(await liveNumber()).toBe(seen);
  });
});

describe('an event is paused and resumed', () => {
  const step = (kind: 'pause_event' | 'resume_event') =>
    ({ kind, project, event_id: eventOf('bargain').event_id, because: 'a wrong prize' }) as const;
  const state = async () => {
    await ctx.catalogue.refresh();
    return stateOf(eventOf('bargain'), ctx.clock.now());
  };

  it('at once: players see it as ended, an import keeps the pause, and its window and orders stay', async () => {
    const { ends_at: endsAt } = eventOf('bargain');
    expect(codeOf(await previewAction(ctx, finance, { action: step('pause_event') }))).toBe(
      'not_permitted',
    );
    expect(codeOf(await doStep(ctx, liveops, step('resume_event')))).toBe('event_not_paused');
    expect(codeOf(await doStep(ctx, liveops, step('pause_event')))).toBe('done');
    expect(await state()).toBe('ended');
    expect(codeOf(await doStep(ctx, liveops, step('pause_event')))).toBe('event_not_running');
    await publish('bargain', { 'weight 1': 310 });
    expect(await state()).toBe('ended');
    const row = (await listEvents(ctx, liveops.operator, { project })).items.find(
      ({ id }) => id === eventOf('bargain').event_id,
    );
    expect(row).toMatchObject({ round: { state: 'running', ends_at: endsAt.getTime() } });
    expect(row?.paused_at).not.toBeNull();
    expect(codeOf(await doStep(ctx, liveops, step('resume_event')))).toBe('done');
    expect(await state()).toBe('running');
    expect(eventOf('bargain').ends_at).toEqual(endsAt);
    const { items } = await listAudit({ db }, { object: project });
    expect(items.find(({ action }) => action === 'pause_event')).toMatchObject({
      outcome: 'refused',
    });
  });
});
