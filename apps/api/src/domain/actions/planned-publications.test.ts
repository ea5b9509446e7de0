import type { ActionOf } from '@webpay/contract/console/actions';
import { afterEach, describe, expect, it } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { asOwner } from '../../../../../tests/support/test-database.ts';
import { createClock } from '../../platform/clock.ts';
import { checkAudit } from '../audit/check-audit.ts';
import { listAudit } from '../audit/list-audit.ts';
import { readOverview } from '../console/overview/read-overview.ts';
import { readCatalogueFile } from '../console/read-catalogue.ts';
import { liveVersion, textsOf } from '../projects/versions.ts';
import { importDraft } from './import-draft.ts';
import { findPreview, makePreview } from './preview-links.ts';
import { MAX_LATE_MS, publicationsDue } from './publish-planned.ts';
import { confirmAs, doStep, person, planFor, type Person } from './testing/steps.ts';

const { built, db, url } = await builtShop(10);
const clock = createClock();
const ctx = { ...built.ctx, clock };
const liveops = await person(ctx, 'plan-liveops', ['liveops']);
const finance = await person(ctx, 'plan-finance', ['finance']);
const project = 'poi_mbo';
const OTHER = 'doubloons-480';
const HOUR_MS = 3_600_000;

const file = async () => {
  const found = await readCatalogueFile(ctx, { projects: [] }, { project });
  if (found === null) throw new Error('no catalogue');
  return found;
};
const planned = async () => (await file()).publications;
const liveNumber = async () => (await liveVersion(db, project))?.number ?? -1;
const priceOf = async (id = 'doubloons-100') =>
  (await file()).goods.find((good) => good.product_id === id)?.prices['USD'];
const prices = async (
  minor: number,
  changed: Partial<ActionOf<'change_prices'>> = {},
): Promise<ActionOf<'change_prices'>> => ({
  kind: 'change_prices',
  project,
  seen: await liveNumber(),
  cells: [{ product_id: 'doubloons-100', currency: 'USD', minor }],
  because: 'prices of the first',
  ...changed,
});
const inAnHour = () => ({ publish_at: clock.nowMs() + HOUR_MS });
const codeOf = (outcome: object) =>
  'refused' in outcome ? (outcome.refused as { code: string }).code : 'done';
/** Does a step whatever it is: another person confirms what needs it. */
async function end(
  action: ActionOf<'change_prices' | 'change_event' | 'publish_files'>,
  who: Person = liveops,
): Promise<void> {
  const done = await doStep(ctx, who, action);
  if ('refused' in done) throw new Error(done.refused.detail);
  if (done.approval_id === null) return;
  expect(await confirmAs(ctx, who === liveops ? finance : liveops, done.approval_id)).toBe('done');
}
const cancel = (id: string) =>
  doStep(ctx, liveops, { kind: 'cancel_publication', publication_id: id, because: 'not now' });
const newest = async () => {
  const [first] = (await planned()).toSorted((a, b) => b.publish_at - a.publish_at);
  if (first === undefined) throw new Error('nothing is planned');
  return first;
};
async function sweep(): Promise<void> {
  for (const work of await publicationsDue(ctx)) await work();
}

afterEach(async () => {
  for (const { id, state } of await planned()) {
    if (state === 'waiting' || state === 'missed' || state === 'refused') await cancel(id);
  }
  if ((await priceOf()) !== 99) await end(await prices(99));
});

describe('a publication with a moment', () => {
  it('waits as the plan says, and is published once by two workers, in the name of its person', async () => {
    const before = await liveNumber();
    const action = await prices(102, inAnHour());
    const plan = await planFor(ctx, liveops, action);
    expect(plan.title).toMatch(/^Change 1 price on \d+ \w+ \d{4}, \d\d:\d\d UTC$/);
    expect(plan.effects).toContain('doubloons-100 in USD: $0.99 → $1.02 (+3.0 %).');
    await end(action);
    expect(await priceOf()).toBe(99);
    await sweep();
    expect(await newest()).toMatchObject({ state: 'waiting', by: liveops.operator.name });
    clock.setOffset(clock.offsetMs() + HOUR_MS + 1_000);
    const workers = [await publicationsDue(ctx), await publicationsDue(ctx)];
    await Promise.all(workers.flat().map((publish) => publish()));
    expect(await priceOf()).toBe(102);
    expect(await liveNumber()).toBe(before + 1);
    expect(await newest()).toMatchObject({ state: 'published', ended_why: null });
    expect((await file()).versions[0]).toMatchObject({ by: liveops.operator.name });
    const { items } = await listAudit({ db }, { object: project });
    const entries = items.filter(({ action: verb }) => verb === 'publish_planned');
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      operator: liveops.operator.name,
      reason: 'prices of the first',
    });
    expect(await checkAudit({ db })).toMatchObject({ broken: null });
  });

  it('with rules of an event is published though a top-up costs otherwise then: the cost is only expected', async () => {
    const event = ctx.catalogue.project(project)?.events.find(({ kind }) => kind === 'bargain');
    const change = async (): Promise<ActionOf<'change_event'>> => ({
      kind: 'change_event',
      project,
      event_id: event?.event_id ?? '',
      seen: await liveNumber(),
      values: [{ key: 'sign_in', value: 40 }],
      players: { returns: 0.47, spins: 0.9, topsUp: 0.07, buys: 0.16, topUpMinor: 499 },
      because: 'the weekend',
    });
    const costOf = async () => (await planFor(ctx, liveops, await change())).effects[1];
    const before = await costOf();
    await end({ ...(await change()), ...inAnHour() });
    const dear = (await file()).goods.find(({ prices: { USD = 0 } }) => USD > 3_000);
    const id = dear?.product_id ?? '';
    await end(await prices(0, { cells: [{ product_id: id, currency: 'USD', minor: 2_999 }] }));
    await ctx.catalogue.refresh();
    expect(await costOf()).not.toBe(before);
    const version = await liveNumber();
    clock.setOffset(clock.offsetMs() + HOUR_MS + 1_000);
    await sweep();
    expect(await newest()).toMatchObject({ state: 'published', ended_why: null });
    expect(await liveNumber()).toBe(version + 1);
  });

  it('needs the second person when it is planned, and none at its moment', async () => {
    const asked = await doStep(ctx, liveops, await prices(150, inAnHour()));
    if ('refused' in asked || asked.approval_id === null) throw new Error('it does not wait');
    expect((await planned()).some(({ state }) => state === 'waiting')).toBe(false);
    expect(await confirmAs(ctx, finance, asked.approval_id)).toBe('done');
    clock.setOffset(clock.offsetMs() + HOUR_MS + 1_000);
    await sweep();
    expect(await priceOf()).toBe(150);
  });

  it('is refused for a moment that is past or far ahead, a stale look, and what changes nothing', async () => {
    const why = async (changed: Partial<ActionOf<'change_prices'>>, minor = 102) =>
      (await planFor(ctx, liveops, await prices(minor, changed))).why;
    expect(await why({ publish_at: clock.nowMs() })).toContain('at least one minute');
    expect(await why({ publish_at: clock.nowMs() + 91 * 24 * HOUR_MS })).toContain('90 days');
    expect(await why({ ...inAnHour(), seen: (await liveNumber()) - 1 })).toContain('Version');
    expect(await why(inAnHour(), 99)).toBe('It would change nothing.');
  });

  it('a confirmation that comes after the moment publishes nothing', async () => {
    const asked = await doStep(ctx, liveops, await prices(150, inAnHour()));
    if ('refused' in asked || asked.approval_id === null) throw new Error('it does not wait');
    clock.setOffset(clock.offsetMs() + HOUR_MS + 1_000);
    expect(await confirmAs(ctx, finance, asked.approval_id)).not.toBe('done');
    expect(await priceOf()).toBe(99);
  });

  it('late by less than a quarter of an hour it is published, later it is missed, with a notice', async () => {
    await end(await prices(102, inAnHour()));
    clock.setOffset(clock.offsetMs() + HOUR_MS + MAX_LATE_MS - 60_000);
    await sweep();
    expect(await priceOf()).toBe(102);
    await end(await prices(103, inAnHour()));
    clock.setOffset(clock.offsetMs() + HOUR_MS + MAX_LATE_MS + 1_000);
    const before = await alerts();
    await sweep();
    await sweep();
    expect(await priceOf()).toBe(102);
    expect(await newest()).toMatchObject({ state: 'missed' });
    expect(await alerts()).toBe(before + 1);
    const causes = async () => (await readOverview(ctx, finance.operator, {})).causes;
    expect((await causes()).map(({ title }) => title)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^1 planned publication of .+ was not made$/)]),
    );
    expect(codeOf(await cancel((await newest()).id))).toBe('done');
    expect((await causes()).some(({ title }) => title.includes('planned'))).toBe(false);
  });
});

describe('at its moment it is not published, and operators are told, when', () => {
  it('another price was published meanwhile; an unrelated one does not matter', async () => {
    await end(await prices(102, inAnHour()));
    const other = { product_id: OTHER, currency: 'USD' } as const;
    const was = (await priceOf(other.product_id)) ?? 0;
    await end(await prices(0, { cells: [{ ...other, minor: was + 1 }] }));
    clock.setOffset(clock.offsetMs() + HOUR_MS + 1_000);
    await sweep();
    expect(await priceOf()).toBe(102);
    await end(await prices(99));

    await end(await prices(103, inAnHour()));
    await end(await prices(101));
    clock.setOffset(clock.offsetMs() + HOUR_MS + 1_000);
    const before = await alerts();
    await sweep();
    expect(await priceOf()).toBe(101);
    const last = await newest();
    expect(last.state).toBe('refused');
    expect(last.ended_why).toContain('$1.01 → $1.03');
    expect(await alerts()).toBe(before + 1);
    const { items } = await listAudit({ db }, { object: project });
    expect(items.find(({ action }) => action === 'publication_refused')?.operator).toBe('the shop');
  });

  it('its person may not publish any more', async () => {
    const leaver = await person(ctx, 'plan-leaver', ['liveops']);
    await end(await prices(102, inAnHour()), leaver);
    await asOwner(url, `update operators set roles = '{support}' where name = 'plan-leaver'`);
    clock.setOffset(clock.offsetMs() + HOUR_MS + 1_000);
    await sweep();
    expect(await priceOf()).toBe(99);
    expect((await newest()).ended_why).toContain('plan-leaver, who planned it, may not publish');
  });
});

describe('one of two at once wins', () => {
  it('taking it back and publishing it', async () => {
    await end(await prices(102, inAnHour()));
    const { id } = await newest();
    clock.setOffset(clock.offsetMs() + HOUR_MS + 1_000);
    const work = await publicationsDue(ctx);
    const [taken] = await Promise.all([cancel(id), ...work.map((publish) => publish())]);
    const isTaken = codeOf(taken) === 'done';
    expect(await newest()).toMatchObject({ state: isTaken ? 'cancelled' : 'published' });
    expect(await priceOf()).toBe(isTaken ? 99 : 102);
    await sweep();
    expect(await priceOf()).toBe(isTaken ? 99 : 102);
  });

  it('another change and publishing it: both never count', async () => {
    await end(await prices(102, inAnHour()));
    const before = await liveNumber();
    const action = await prices(101);
    const { plan_hash } = await planFor(ctx, finance, action);
    clock.setOffset(clock.offsetMs() + HOUR_MS + 1_000);
    const work = await publicationsDue(ctx);
    const [changed] = await Promise.all([
      doStep(ctx, finance, action, { plan_hash }),
      ...work.map((publish) => publish()),
    ]);
    await sweep();
    expect(await liveNumber()).toBe(before + 1);
    const isChanged = codeOf(changed) === 'done';
    expect(await newest()).toMatchObject({ state: isChanged ? 'refused' : 'published' });
    expect(await priceOf()).toBe(isChanged ? 101 : 102);
  });
});

it('a planned file does not take back what was published after it was planned', async () => {
  const seen = await liveNumber();
  const texts = await textsOf(db, project, seen);
  const text = (texts.get('products.yaml') ?? '').replace("USD: '0.99'", "USD: '1.01'");
  const brought = await importDraft(ctx, liveops, {
    project,
    files: [{ path: 'products.yaml', text }],
  });
  if ('refused' in brought) throw new Error(brought.refused.detail);
  const { files } = brought;
  const step = {
    kind: 'publish_files' as const,
    project,
    seen,
    files: [...files],
    because: 'later',
  } satisfies ActionOf<'publish_files'>;
  await end({ ...step, ...inAnHour() });
  const minor = ((await priceOf(OTHER)) ?? 0) + 1;
  await end({ ...(await prices(minor)), cells: [{ product_id: OTHER, currency: 'USD', minor }] });
  const other = await liveNumber();
  clock.setOffset(clock.offsetMs() + HOUR_MS + 1_000);
  await sweep();
  expect(await liveNumber()).toBe(other);
  expect(await newest()).toMatchObject({ state: 'refused' });
  expect((await newest()).ended_why).toContain('other publications changed products.yaml');
});

describe('a preview', () => {
  it.each([
    ['support', '{}'],
    ['liveops', '{miniflix}'],
  ])('ends when its maker becomes %s of %s', async (role, projects) => {
    const shown = { ...ctx, config: { ...ctx.config, previewUrl: 'http://preview.test' } };
    const maker = await person(ctx, `plan-previews-${role}`, ['liveops']);
    const made = await makePreview(shown, maker, { action: await prices(104) });
    if ('refused' in made) throw new Error(made.refused.detail);
    const [token = ''] = made.address.split('/').slice(-2);
    expect(await findPreview(ctx, token)).toMatchObject({ id: made.id, project });
    const { id } = maker.operator;
    await asOwner(
      url,
      `update operators set roles = '{${role}}', projects = '${projects}' where id = '${id}'`,
    );
    expect(await findPreview(ctx, token)).toBe('ended');
  });
});

const alerts = async () =>
  (await ctx.metrics.alerts.get()).values.find(
    ({ labels }) => labels['kind'] === 'publication_not_made',
  )?.value ?? 0;
