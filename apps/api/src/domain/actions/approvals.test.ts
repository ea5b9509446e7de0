import type { ConsoleRole } from '@webpay/contract/console/permissions';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NOT_THERE, refundLines, shopBeside } from '../../../../../tests/support/asked-gateway.ts';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { refundRow, type PaidOrder } from '../../../../../tests/support/paid-order.ts';
import { ONE_DAY_TIMEOUT_MS, withinOneDay } from '../../../../../tests/support/shop-days.ts';
import { asOwner } from '../../../../../tests/support/test-database.ts';
import type { Ctx } from '../../context.ts';
import { listAudit } from '../audit/list-audit.ts';
import { disableOperator } from '../operators/staff.ts';
import { countApprovals, listApprovals, readApproval } from './approvals.ts';
import { approve, decline } from './decide-approval.ts';
import { hasSecondPerson, readStaff } from './confirmers.ts';
import { deliveredOrder, doStep, person, refundOf, type Person } from './testing/steps.ts';

const { built, db, pool, url } = await builtShop(8);
let passedMs = 0;
let ageHours = 0;
const shop = shopBeside(
  { ...built.ctx, clock: { ...built.ctx.clock, real: () => new Date(Date.now() + passedMs) } },
  NOT_THERE,
);
const ctx: Ctx = {
  ...shop,
  get config() {
    return { ...shop.config, consoleConfirmAgeHours: ageHours };
  },
};
const wait = (ms: number) => void (passedMs += ms);
const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000] as const;
const refusedWith = (code: string, status = 409) => ({ refused: { status, code } });
let made = 0;
const someone = (roles: readonly ConsoleRole[] = ['support']) => {
  made += 1;
  return person(ctx, `Person ${made}`, roles);
};
beforeAll(withinOneDay, ONE_DAY_TIMEOUT_MS);
/** Everybody of earlier tests leaves. */
beforeEach(async () => {
  ageHours = 0;
  await asOwner(url, `update operators set disabled_at = now()`);
});

/** A step above support's limit that waits. @returns its id */
async function asked(asker: Person, order: PaidOrder, amount: number | null = null) {
  const outcome = await doStep(ctx, asker, refundOf(order, { amount }));
  if (!('state' in outcome) || outcome.approval_id === null) {
    throw new Error(JSON.stringify(outcome));
  }
  return outcome.approval_id;
}

async function confirm(by: Person, id: string, changed: { readonly planHash?: string } = {}) {
  const shown = await readApproval(ctx, by.operator, { id });
  const planHash = changed.planHash ?? shown?.plan.plan_hash ?? 'none';
  return approve(ctx, by, { id, plan_hash: planHash, step_up: await by.assertion(planHash) });
}

const stateOf = async (by: Person, id: string) =>
  (await readApproval(ctx, by.operator, { id }))?.state;

describe('the second person', () => {
  it('does the step that was asked for, and both stand in the audit log', async () => {
    const sam = await someone();
    const fin = await someone(['finance']);
    const order = await deliveredOrder(pool, 9_000);
    const count = (by: Person) => countApprovals(ctx, by.operator, 'miniflix');
    const before = [await count(fin), await count(sam)] as const;
    const id = await asked(sam, order);
    expect([await count(fin), await count(sam)]).toEqual([before[0] + 1, before[1]]);
    const shown = await readApproval(ctx, fin.operator, { id });
    expect(shown).toMatchObject({
      state: 'waiting',
      title: 'Pay back $90.00',
      sum: { minor: 9_000, currency: 'USD' },
      reason: 'The goods did not arrive.',
      asked_by: sam.operator.name,
      why_not: null,
      is_own: false,
      alone_from: null,
      plan: { possible: true, title: 'Pay back $90.00' },
    });
    expect(await confirm(fin, id)).toMatchObject({ state: 'done', approval_id: id });
    expect(await refundLines(pool, order)).toEqual(['operator RESERVED']);
    const { items } = await listAudit({ db }, { object: order.orderId });
    expect(items.map(({ operator, action }) => [operator, action])).toEqual([
      [fin.operator.name, 'refund_order'],
      [sam.operator.name, 'approval.ask'],
    ]);
    expect(items[0]?.detail).toContain(sam.operator.name);
    expect(await stateOf(sam, id)).toBe('done');
    expect(await confirm(fin, id)).toMatchObject(refusedWith('approval_decided'));
    expect(await refundLines(pool, order)).toHaveLength(1);
  });

  it('is finance or an admin above the sum that support moves in a day', async () => {
    const sam = await someone();
    const order = await deliveredOrder(pool, 60_000);
    const id = await asked(sam, order);
    expect(await confirm(await someone(), id)).toMatchObject(refusedWith('beyond_limit', 403));
    expect(await refundLines(pool, order)).toEqual([]);
    expect(await confirm(await someone(['finance']), id)).toMatchObject({ state: 'done' });
    // Many smaller ones are not a way around it.
    const next = async () => asked(sam, await deliveredOrder(pool, 30_000));
    const lee = await someone();
    const [first, second] = [await next(), await next()];
    expect(await confirm(lee, first)).toMatchObject({ state: 'done' });
    expect(await confirm(lee, second)).toMatchObject(refusedWith('beyond_limit', 403));
  });

  it('alone makes the plan again: a look without the permission runs nothing', async () => {
    const id = await asked(await someone(), await deliveredOrder(pool, 9_000));
    const auditor = await someone(['auditor']);
    const shown = await readApproval(ctx, auditor.operator, { id });
    expect(shown?.plan).toMatchObject({ possible: false, why: 'You may not confirm this step.' });
  });

  it('has a passkey that is as old as an account must be', async () => {
    const sam = await someone();
    const fin = await someone(['finance']);
    const id = await asked(sam, await deliveredOrder(pool, 9_000));
    ageHours = 24;
    await asOwner(url, `update operators set joined_at = now() - interval '3 days'`);
    expect(await confirm(fin, id)).toMatchObject(refusedWith('wrong_step_up', 423));
    await asOwner(url, `update operator_passkeys set created_at = now() - interval '3 days'`);
    expect(await confirm(fin, id)).toMatchObject({ state: 'done' });
  });

  it('does it once when two people confirm at once', async () => {
    const sam = await someone();
    const others = [await someone(), await someone(['finance'])];
    const order = await deliveredOrder(pool, 9_000);
    const id = await asked(sam, order, 6_000);
    const outcomes = await Promise.all(others.map((each) => confirm(each, id)));
    expect(outcomes.filter((each) => 'state' in each)).toHaveLength(1);
    expect(await refundLines(pool, order)).toHaveLength(1);
  });

  it('is not the asker', async () => {
    const sam = await someone(['admin']);
    await someone();
    const order = await deliveredOrder(pool, 90_000);
    const id = await asked(sam, order);
    wait(11 * MINUTE_MS);
    expect(await confirm(sam, id)).toMatchObject(refusedWith('own_step', 403));
    expect((await readApproval(ctx, sam.operator, { id }))?.why_not).toContain('Another person');
    expect(await refundLines(pool, order)).toEqual([]);
  });

  it('has an account of some age, the permission, the project, a second factor and a proof', async () => {
    const sam = await someone();
    const fin = await someone(['finance']);
    const order = await deliveredOrder(pool, 9_000);
    const id = await asked(sam, order);
    ageHours = 24;
    expect(await confirm(fin, id)).toMatchObject(refusedWith('account_too_young', 403));
    ageHours = 0;
    const auditor = await someone(['auditor']);
    expect(await confirm(auditor, id)).toMatchObject(refusedWith('not_permitted', 403));
    const elsewhere = { ...fin, operator: { ...fin.operator, projects: ['poi_mbo'] } };
    expect(await confirm(elsewhere, id)).toMatchObject(refusedWith('not_found', 404));
    expect((await listApprovals(ctx, elsewhere.operator, {})).items).toEqual([]);
    const link = { ...fin, operator: { ...fin.operator, hasSecondFactor: false } };
    expect(await confirm(link, id)).toMatchObject(refusedWith('no_second_factor', 403));
    const shown = await readApproval(ctx, fin.operator, { id });
    const plan_hash = shown?.plan.plan_hash ?? '';
    const wrong = { by: 'code', code: '000000' } as const;
    expect(await approve(ctx, fin, { id, plan_hash, step_up: null })).toMatchObject(
      refusedWith('step_up', 423),
    );
    expect(await approve(ctx, fin, { id, plan_hash, step_up: wrong })).toMatchObject(
      refusedWith('wrong_step_up', 423),
    );
    expect(await refundLines(pool, order)).toEqual([]);
    expect(await confirm(fin, id)).toMatchObject({ state: 'done' });
  });

  it('does not confirm a step that would now do otherwise: the asker must ask again', async () => {
    const sam = await someone();
    const fin = await someone(['finance']);
    const order = await deliveredOrder(pool, 9_000);
    const id = await asked(sam, order);
    expect(await confirm(fin, id, { planHash: 'what another page showed' })).toMatchObject(
      refusedWith('plan_changed'),
    );
    expect(await stateOf(fin, id)).toBe('waiting');
    await refundRow(pool, order, { amount: 1_000 });
    expect(await confirm(fin, id)).toMatchObject(refusedWith('plan_changed'));
    expect(await stateOf(fin, id)).toBe('changed');
    expect(await refundLines(pool, order)).toHaveLength(1);
    expect(await asked(sam, order)).not.toBe(id);
  });

  it('does it in the transaction of the audit entry: without the entry the step waits on', async () => {
    const sam = await someone();
    const fin = await someone(['finance']);
    const order = await deliveredOrder(pool, 9_000);
    const id = await asked(sam, order);
    const shown = await readApproval(ctx, fin.operator, { id });
    const plan_hash = shown?.plan.plan_hash ?? '';
    const step_up = await fin.assertion(plan_hash);
    await asOwner(url, `alter function append_audit(text) rename to append_audit_away`);
    await expect(approve(ctx, fin, { id, plan_hash, step_up })).rejects.toThrow('append_audit');
    await asOwner(url, `alter function append_audit_away(text) rename to append_audit`);
    expect(await refundLines(pool, order)).toEqual([]);
    expect(await stateOf(fin, id)).toBe('waiting');
  });

  it('has 72 hours', async () => {
    const sam = await someone();
    const fin = await someone(['finance']);
    const order = await deliveredOrder(pool, 9_000);
    const id = await asked(sam, order);
    wait(72 * HOUR_MS);
    expect(await confirm(fin, id)).toMatchObject(refusedWith('approval_expired'));
    expect(await stateOf(fin, id)).toBe('expired');
    expect(await refundLines(pool, order)).toEqual([]);
    expect(await asked(sam, order)).not.toBe(id);
  });
});

describe('an operator who is alone', () => {
  it('confirms the own step after ten minutes, and an alarm tells of it', async () => {
    const only = await someone(['admin']);
    expect(hasSecondPerson(ctx, await readStaff(db))).toBe(false);
    const order = await deliveredOrder(pool, 90_000);
    const alarms = async () =>
      (await ctx.metrics.alerts.get()).values.find(
        ({ labels }) => labels['kind'] === 'step_waits_alone',
      )?.value ?? 0;
    const before = await alarms();
    const id = await asked(only, order);
    expect(await alarms()).toBe(before + 1);
    const shown = await readApproval(ctx, only.operator, { id });
    expect((shown?.alone_from ?? 0) - (shown?.asked_at ?? 0)).toBe(10 * MINUTE_MS);
    wait(9 * MINUTE_MS);
    expect(await confirm(only, id)).toMatchObject(refusedWith('own_step_waits'));
    wait(2 * MINUTE_MS);
    expect(await confirm(only, id)).toMatchObject({ state: 'done' });
    expect(await refundLines(pool, order)).toHaveLength(1);
  });

  it('is not alone any more when another one joins', async () => {
    const only = await someone(['admin']);
    const id = await asked(only, await deliveredOrder(pool, 90_000));
    wait(11 * MINUTE_MS);
    const { name } = (await someone(['finance'])).operator;
    expect(hasSecondPerson(ctx, await readStaff(db))).toBe(true);
    expect(await confirm(only, id)).toMatchObject(refusedWith('own_step', 403));
    await disableOperator(ctx, { name, by: 'test' });
    expect(await confirm(only, id)).toMatchObject({ state: 'done' });
  });

  it('with a new account confirms nothing', async () => {
    const only = await someone(['admin']);
    const id = await asked(only, await deliveredOrder(pool, 90_000));
    ageHours = 24;
    wait(11 * MINUTE_MS);
    expect(await confirm(only, id)).toMatchObject(refusedWith('account_too_young', 403));
  });
});

describe('a waiting step is stopped', () => {
  it.each([
    ['by another person with the permission, also with a new account', false],
    ['by its asker, who withdraws it', true],
  ])('%s, with a reason', async (_, isOwn) => {
    const sam = await someone();
    const lee = await someone();
    const order = await deliveredOrder(pool, 9_000);
    const id = await asked(sam, order);
    ageHours = 24;
    const by = isOwn ? sam : lee;
    expect(await decline(ctx, by, { id, because: 'Not owed.' })).toMatchObject({ state: 'done' });
    ageHours = 0;
    expect(await confirm(lee, id)).toMatchObject(refusedWith('approval_decided'));
    expect(await stateOf(sam, id)).toBe('declined');
    expect(await refundLines(pool, order)).toEqual([]);
    const { items } = await listAudit({ db }, { object: order.orderId });
    expect(items[0]).toMatchObject({ action: 'approval.no', reason: 'Not owed.' });
    expect(await decline(ctx, by, { id, because: 'Again.' })).toMatchObject(
      refusedWith('approval_decided'),
    );
  });

  it('not by an operator without the permission or the project', async () => {
    const sam = await someone();
    const id = await asked(sam, await deliveredOrder(pool, 9_000));
    const auditor = await someone(['auditor']);
    const because = 'No.';
    expect(await decline(ctx, auditor, { id, because })).toMatchObject(
      refusedWith('not_permitted', 403),
    );
    const elsewhere = { ...sam, operator: { ...sam.operator, projects: ['poi_mbo'] } };
    expect(await decline(ctx, elsewhere, { id, because })).toMatchObject(
      refusedWith('not_found', 404),
    );
    expect(await stateOf(sam, id)).toBe('waiting');
  });
});
