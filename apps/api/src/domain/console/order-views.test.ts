import { describe, expect, test } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { listAudit } from '../audit/list-audit.ts';
import type { Operator } from '../operators/operator.ts';
import { FROM, joinedOperator } from '../operators/testing/console-operator.ts';
import { listOrderViews, removeOrderView, saveOrderView } from './order-views.ts';

const { built, db } = await builtShop(4);
const { ctx } = built;

const save = async (
  operator: Operator,
  name: string,
  changed: { query?: string; is_shared?: boolean } = {},
) => {
  const saved = await saveOrderView(
    ctx,
    operator,
    { name, query: 'country=BR&method=card', is_shared: false, ...changed },
    FROM,
  );
  return 'refused' in saved ? saved.refused.code : saved.id;
};
const remove = (operator: Operator, id: string) => removeOrderView(ctx, operator, { id }, FROM);
const namesOf = async (operator: Operator) =>
  (await listOrderViews(ctx, operator)).items.map(({ name }) => name);

describe('saved views', () => {
  test('an own view is seen by its owner alone, a shared one by all, with its owner’s name', async () => {
    const { operator } = await joinedOperator(ctx, 'Vera');
    const { operator: other } = await joinedOperator(ctx, 'Otto');
    await save(operator, 'Brazil, cards');
    await save(operator, ' Shared ', { is_shared: true });
    expect(await namesOf(operator)).toEqual(['Brazil, cards', 'Shared']);
    expect((await listOrderViews(ctx, other)).items).toMatchObject([
      { name: 'Shared', query: 'country=BR&method=card', by: 'Vera', may_remove: false },
    ]);
  });

  test('a second view of one name replaces the first, and both are entries of the audit log', async () => {
    const { operator } = await joinedOperator(ctx, 'Rena');
    const first = await save(operator, 'One');
    expect(await save(operator, 'One', { query: 'state=failed' })).toBe(first);
    const own = (await listOrderViews(ctx, operator)).items.filter(({ by }) => by === 'Rena');
    expect(own).toMatchObject([{ name: 'One', query: 'state=failed' }]);
    const { items } = await listAudit({ db }, { object: first });
    expect(items.map(({ action }) => action)).toEqual(['view.save', 'view.save']);
  });

  test('an operator has 20, also when two are saved at once', async () => {
    const { operator } = await joinedOperator(ctx, 'Many');
    for (let n = 1; n < 20; n += 1) await save(operator, `View ${n}`);
    const both = await Promise.all([save(operator, 'A'), save(operator, 'B')]);
    expect(both.filter((each) => each === 'too_many_views')).toHaveLength(1);
    expect(await save(operator, 'View 1')).not.toBe('too_many_views');
  });

  test('a view is removed by its owner, a shared one by an admin too, once', async () => {
    const { operator } = await joinedOperator(ctx, 'Owner');
    const { operator: other } = await joinedOperator(ctx, 'Other');
    const { operator: admin } = await joinedOperator(ctx, 'Chief', ['admin']);
    const own = await save(operator, 'Own of Owner');
    const shared = await save(operator, 'Shared of Owner', { is_shared: true });
    for (const each of [other, admin]) {
      expect(await remove(each, own)).toMatchObject({ refused: { status: 404 } });
    }
    expect(await remove(other, shared)).toMatchObject({ refused: { code: 'not_yours' } });
    expect(await remove(admin, shared)).toEqual({ done: true });
    expect(await remove(operator, own)).toEqual({ done: true });
    expect(await remove(operator, own)).toMatchObject({ refused: { status: 404 } });
  });

  test('a session without a second factor reads views, and saves and removes none', async () => {
    const { operator } = await joinedOperator(ctx, 'Weak');
    const id = await save(operator, 'Of Weak');
    const weak = { ...operator, hasSecondFactor: false };
    expect(await save(weak, 'More')).toBe('second_factor');
    expect(await remove(weak, id)).toMatchObject({ refused: { code: 'second_factor' } });
    const own = (await listOrderViews(ctx, weak)).items.find((each) => each.id === id);
    expect(own).toMatchObject({ name: 'Of Weak', may_remove: false });
  });
});
