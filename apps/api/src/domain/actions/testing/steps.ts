import { randomUUID } from 'node:crypto';
import type { Action } from '@webpay/contract/console/actions';
import type { Plan, StepUp } from '@webpay/contract/console/plan';
import type { ConsoleRole } from '@webpay/contract/console/permissions';
import type pg from 'pg';
import { deliver, paidOrder, type PaidOrder } from '../../../../../../tests/support/paid-order.ts';
import type { Ctx } from '../../../context.ts';
import type { Client, Operator } from '../../operators/operator.ts';
import { addPasskey, newPasskeyChallenge } from '../add-passkey.ts';
import { codeOf, joinedOperator } from '../../operators/testing/console-operator.ts';
import { softPasskey } from '../../operators/testing/soft-passkey.ts';
import { readApproval } from '../approvals.ts';
import { approve } from '../decide-approval.ts';
import { act, previewAction, type Actor } from '../pipeline.ts';
import { stepUpChallenge } from '../step-up.ts';

let networks = 0;
/** A network of its own, so that wrong tries of one test hold up no other. */
export function ownNetwork(): Client {
  networks += 1;
  return { address: `198.18.${networks >> 8}.${networks & 255}`, agent: 'test', requestId: 'r-1' };
}

export type Person = Actor & {
  readonly secret: string;
  /** The code of the join, which counts no more. */
  readonly used: StepUp;
  /** A new passkey assertion for a plan. */
  readonly assertion: (planHash: string) => Promise<StepUp>;
};

/** An operator who has joined, with a passkey. */
export async function person(
  ctx: Ctx,
  name: string,
  roles: readonly ConsoleRole[] = ['support'],
  changed: Partial<Operator> = {},
): Promise<Person> {
  const { operator, secret, usedCode } = await joinedOperator(ctx, name, roles);
  const from = ownNetwork();
  const origin = ctx.config.consoleUrl;
  const passkey = softPasskey({ origin, rpId: new URL(origin).hostname });
  // As by a link, which leaves the codes to the tests.
  const linked = { ...operator, signedInBy: 'link', hasSecondFactor: false } as const;
  const made = await newPasskeyChallenge(ctx, linked, { step_up: null }, from);
  if ('refused' in made) throw new Error(made.refused.detail);
  const response = passkey.register(made.options);
  const added = await addPasskey(ctx, operator, { id: made.id, name: 'Key', response }, from);
  if ('refused' in added) throw new Error(added.refused.detail);
  return {
    operator: { ...operator, ...changed },
    from,
    secret,
    used: { by: 'code', code: usedCode },
    assertion: async (planHash) => {
      const begun = await stepUpChallenge(ctx, operator, { plan_hash: planHash });
      if ('refused' in begun) throw new Error(begun.refused.detail);
      return { by: 'passkey', id: begun.id, response: passkey.signIn(begun.options) };
    },
  };
}

/** Lets a person confirm a waiting step by a passkey. @returns the state, or the code of the refusal */
export async function confirmAs(
  ctx: Ctx,
  who: Person,
  id: string,
  changedHash?: string,
): Promise<string> {
  const shown = await readApproval(ctx, who.operator, { id });
  const planHash = changedHash ?? shown?.plan.plan_hash ?? 'none';
  const step_up = await who.assertion(planHash);
  const end = await approve(ctx, who, { id, plan_hash: planHash, step_up });
  return 'refused' in end ? end.refused.code : end.state;
}

/** Asks for a step that needs a second person. @returns its number */
export async function askFor(ctx: Ctx, who: Person, action: Action): Promise<string> {
  const asked = await doStep(ctx, who, action);
  if ('refused' in asked || asked.approval_id === null) throw new Error(JSON.stringify(asked));
  return asked.approval_id;
}

/** A code of the person's app, some steps later. */
export function codeFor(ctx: Ctx, { secret }: Person, laterS = 30): StepUp {
  return { by: 'code', code: codeOf(ctx, secret, laterS) };
}

export async function planFor(ctx: Ctx, actor: Actor, action: Action): Promise<Plan> {
  const plan = await previewAction(ctx, actor, { action });
  if ('refused' in plan) throw new Error(plan.refused.detail);
  return plan;
}

/** Previews a step and does it, with a passkey. */
export async function doStep(
  ctx: Ctx,
  actor: Person,
  action: Action,
  changed: { readonly key?: string; readonly plan_hash?: string; readonly step_up?: StepUp } = {},
) {
  const planHash = changed.plan_hash ?? (await planFor(ctx, actor, action)).plan_hash;
  return act(ctx, actor, {
    key: changed.key ?? randomUUID(),
    action,
    plan_hash: planHash,
    step_up: changed.step_up === undefined ? await actor.assertion(planHash) : changed.step_up,
  });
}

export function refundOf(
  { orderId }: PaidOrder,
  changed: Partial<Extract<Action, { kind: 'refund_order' }>> = {},
): Extract<Action, { kind: 'refund_order' }> {
  return {
    kind: 'refund_order',
    order_id: orderId,
    amount: null,
    allow_delivered: true,
    allow_overpayment: false,
    because: 'The goods did not arrive.',
    ...changed,
  };
}

/** A paid and delivered order. */
export async function deliveredOrder(pool: pg.Pool, minor = 499): Promise<PaidOrder> {
  const order = await paidOrder(pool, minor);
  await deliver(pool, order);
  return order;
}

/** An open request about an order. @returns its id */
export async function openRequest(
  pool: pg.Pool,
  { orderId }: PaidOrder,
  kind: 'refund' | 'wrong_recharge' = 'refund',
): Promise<string> {
  const id = `q${orderId.slice(1)}`;
  await pool.query(
    `insert into resolution_requests (id, player_id, order_id, year, kind, text, state, created_at)
      select $2, player_id, id, 2026, $3, 'Please.', 'open', now() from orders where id = $1`,
    [orderId, id, kind],
  );
  return id;
}

/** Every row of every table, with the transaction that wrote it. */
export async function everyRow(pool: pg.Pool): Promise<ReadonlyMap<string, readonly string[]>> {
  // Partitions are read through their table.
  const { rows: tables } = await pool.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
      where c.relnamespace in (current_schema()::regnamespace, to_regnamespace('graphile_worker'))
        and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  );
  const all = new Map<string, readonly string[]>();
  for (const { name } of tables) {
    // xmin tells also an update that changes nothing.
    const { rows } = await pool.query<{ row: string }>(
      `select t.xmin::text || ' ' || t::text as row from ${name} t order by 1`,
    );
    all.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return all;
}
