import type { ActionOf } from '@webpay/contract/console/actions';
import { afterEach, expect, it } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { readGoods } from '../console/read-goods.ts';
import { hasFiles, liveVersion, textsOf } from '../projects/versions.ts';
import { confirmAs, doStep, person, planFor } from './testing/steps.ts';

const { built, db } = await builtShop(8);
const { ctx } = built;
const liveops = await person(ctx, 'goods-liveops', ['liveops']);
const finance = await person(ctx, 'goods-finance', ['finance']);
const project = 'miniflix';
const good = 'gems-60';

const live = async () => (await liveVersion(db, project))?.number ?? -1;
const filesNow = async () => textsOf(db, project, await live());
const begin = { number: await live(), files: await filesNow() };
const file = async () => {
  const found = await readGoods(ctx, { projects: [] }, { project });
  if (found === null) throw new Error('no goods');
  return found;
};
const goodNow = async (id = good) => (await file()).goods.find((each) => each.product_id === id);
const change = async (
  changed: Partial<ActionOf<'change_goods'>>,
): Promise<ActionOf<'change_goods'>> => ({
  kind: 'change_goods',
  project,
  seen: await live(),
  goods: [],
  ways: [],
  because: 'the new shelf',
  ...changed,
});
/** @returns why a second person confirmed; null: none did */
async function end(action: ActionOf<'change_goods'> | ActionOf<'roll_back_catalogue'>) {
  const done = await doStep(ctx, liveops, action);
  if ('refused' in done) throw new Error(done.refused.detail);
  await ctx.catalogue.refresh();
  if (done.approval_id === null) return null;
  // The rows that a second person confirms are those that were asked for.
  expect(await confirmAs(ctx, finance, done.approval_id)).toBe('done');
  await ctx.catalogue.refresh();
  return done.sentence.replace('It waits for a second person. ', '');
}

afterEach(async () => {
  const seen = await live();
  if (hasFiles({ files: (await liveVersion(db, project))?.files ?? {} }, begin.files)) return;
  const version = begin.number;
  await end({ kind: 'roll_back_catalogue', project, seen, version, because: 'the next test' });
  expect(await filesNow()).toEqual(begin.files);
});

it('a good leaves the shelf alone, and comes back with a second person', async () => {
  const plan = await planFor(
    ctx,
    liveops,
    await change({ goods: [{ product_id: good, on_sale: false }] }),
  );
  expect(plan.title).toBe('Change 1 good');
  expect(plan.effects[0]).toBe('miniflix product gems-60: is no longer on sale');
  expect(await end(await change({ goods: [{ product_id: good, on_sale: false }] }))).toBeNull();
  expect(await goodNow()).toMatchObject({ on_sale: false });
  expect(ctx.catalogue.project(project)?.products.get(good)?.on_sale).toBe(false);
  const back = await change({ goods: [{ product_id: good, on_sale: true }] });
  expect(await end(back)).toBe('It puts a good on sale.');
  expect(await filesNow()).toEqual(begin.files);
});

it('a limit changes with a second person, and every other byte stays', async () => {
  const limit = { max: 3, period: 'week' } as const;
  expect(await end(await change({ goods: [{ product_id: good, limit }] }))).toBe(
    'It changes a limit.',
  );
  expect((await goodNow())?.limit).toEqual(limit);
  const changed = [...(await filesNow())].filter(([path, text]) => begin.files.get(path) !== text);
  expect(changed.map(([path]) => path)).toEqual(['products.yaml']);
  await end(await change({ goods: [{ product_id: good, limit: null }] }));
  expect(await filesNow()).toEqual(begin.files);
});

it('the shelf has another order, alone, and needs every good in it', async () => {
  const ids = (await file()).goods.map(({ product_id: id }) => id);
  const order = ids.toReversed();
  const plan = await planFor(ctx, liveops, await change({ order }));
  expect(plan.effects).toContain(`Order on the shelf: ${order.join(', ')}.`);
  expect(await end(await change({ order }))).toBeNull();
  expect((await file()).goods.map(({ product_id: id }) => id)).toEqual(order);
  const few = await planFor(ctx, liveops, await change({ order: order.slice(1) }));
  expect(few.why).toContain(`The order does not name ${order[0] ?? ''}.`);
});

it('texts change in each language; a new English one tells which translations are missing', async () => {
  const names = [
    { lang: 'en', text: "60 Gems, it's on" },
    { lang: 'de', text: '60 Edelsteine, jetzt' },
  ] as const;
  const action = await change({ goods: [{ product_id: good, names: [...names] }] });
  const plan = await planFor(ctx, liveops, action);
  expect(plan.effects.find((line) => line.includes('is shown in English'))).not.toContain('de,');
  expect(await end(action)).toBeNull();
  expect((await goodNow())?.names).toMatchObject({ en: names[0].text, de: names[1].text });
});

it('methods end, begin and get other countries, with a second person', async () => {
  const countries = ['US', 'CA'];
  expect(await end(await change({ ways: [{ pay_id: 'paypal', countries }] }))).toBe(
    'It changes ways to pay.',
  );
  const way = async () => (await file()).ways.find(({ pay_id: id }) => id === 'paypal');
  expect((await way())?.countries).toEqual(countries);
  await end(await change({ ways: [{ pay_id: 'paypal', countries: null }] }));
  expect(await way()).toBeUndefined();
  expect((await file()).other_ways.map(({ pay_id: id }) => id)).toContain('paypal');
});

it('every mistake of a change is named, and nothing is published', async () => {
  const { why } = await planFor(
    ctx,
    liveops,
    await change({
      goods: [
        { product_id: 'nothing', on_sale: true },
        { product_id: 'bargain-heros-hoard', on_sale: false },
      ],
      ways: [
        { pay_id: 'paypal', countries: ['US', 'XX', 'AQ'] },
        { pay_id: 'shells', countries: '*' },
      ],
    }),
  );
  expect(why).toContain('There is no good nothing.');
  expect(why).toContain('bargain-heros-hoard belongs to an event: pause the event instead.');
  expect(why).toContain('paypal: the project does not sell in XX, AQ.');
  expect(why).toContain('shells is no way to pay that the shop knows.');
});

it('a change of goods is planned for a moment like a price', async () => {
  const publish_at = ctx.clock.nowMs() + 3_600_000;
  const action = await change({ goods: [{ product_id: good, on_sale: false }], publish_at });
  expect((await planFor(ctx, liveops, action)).title).toMatch(/^Change 1 good on .+ UTC$/);
});
