import type { Action } from '@webpay/contract/console/actions';
import { WEBHOOK_TYPES } from '@webpay/contract/console/webhooks';
import { afterAll, beforeEach } from 'vitest';
import { builtShop } from '../../../../../../tests/support/built-shop.ts';
import { paidOrder } from '../../../../../../tests/support/paid-order.ts';
import { asOwner } from '../../../../../../tests/support/test-database.ts';
import type { Ctx } from '../../../context.ts';
import { readEndpoints, readMessages } from '../../webhooks/list-endpoints.ts';
import { dueMessages } from '../../webhooks/queries.ts';
import { sendMessage } from '../../webhooks/send-message.ts';
import { readApproval } from '../approvals.ts';
import { approve } from '../decide-approval.ts';
import { askFor, doStep, person } from './steps.ts';
import { webhookReceiver } from './webhook-receiver.ts';

/** A shop with two admins and a receiver; each test begins without an endpoint, at the time of now. */
export async function webhookShop() {
  const { built, db, pool, url } = await builtShop(6);
  let passedMs = 0;
  const wait = (ms: number) => void (passedMs += ms);
  const ctx: Ctx = {
    ...built.ctx,
    config: { ...built.ctx.config, consoleConfirmAgeHours: 0 },
    // The database writes microseconds: a message of this millisecond is due by the next one.
    clock: { ...built.ctx.clock, real: () => new Date(Date.now() + 1 + passedMs) },
  };
  const because = 'For the books.';
  const chief = await person(ctx, 'Chief', ['admin']);
  const second = await person(ctx, 'Second', ['admin']);
  const receiver = await webhookReceiver();
  afterAll(() => receiver.close());

  /** Two admins do a step that shows a secret. */
  async function secretOf(action: Action): Promise<string> {
    const id = await askFor(ctx, chief, action);
    const hash = (await readApproval(ctx, second.operator, { id }))?.plan.plan_hash ?? 'none';
    const step = { id, plan_hash: hash, step_up: await second.assertion(hash) };
    const end = await approve(ctx, second, step);
    if ('refused' in end || end.secret === undefined) throw new Error(JSON.stringify(end));
    return end.secret;
  }

  let made = 0;
  /** An endpoint of the receiver. */
  async function endpoint(change: Partial<Extract<Action, { kind: 'make_webhook' }>> = {}) {
    made += 1;
    const name = `books ${made}`;
    const types = [...WEBHOOK_TYPES];
    const secret = await secretOf({
      ...({ kind: 'make_webhook', name, url: receiver.url, types, projects: [], because } as const),
      ...change,
    });
    const { items } = await readEndpoints(ctx, () => true);
    return { id: items.find((each) => each.name === name)?.id ?? '', name, secret };
  }

  const fileOf = async (id: string) =>
    (await readEndpoints(ctx, () => true)).items.find((each) => each.id === id);
  const messagesOf = async (id: string) =>
    (await readMessages(ctx, { id }, () => true))?.items ?? [];
  const due = async () => db.many(dueMessages, { realNow: ctx.clock.real(), limit: 100 });
  /** Sends what is due, as a worker does. */
  async function work(): Promise<void> {
    for (const { id } of await due()) await sendMessage(ctx, id);
  }
  const bodies = () =>
    receiver.heard.map(
      ({ body }) => JSON.parse(body) as { id: string; type: string; data: object },
    );
  const step = async (action: Action) => {
    const done = await doStep(ctx, chief, action);
    return 'refused' in done ? done.refused.code : done.state;
  };
  async function sold(amount = 499) {
    const order = await paidOrder(pool, amount);
    await pool.query(
      `update orders set state = 'success', paid_at = now(), recipient = '{"server_id":"112","cid":"77"}' where id = $1`,
      [order.orderId],
    );
    return order;
  }
  const alerts = async (kind: string) =>
    (await ctx.metrics.alerts.get()).values.find(({ labels }) => labels.kind === kind)?.value ?? 0;

  beforeEach(async () => {
    await asOwner(url, `truncate webhook_messages, webhook_endpoints`);
    receiver.heard.length = 0;
    receiver.answers(204);
    // The database writes messages at its own time.
    passedMs = 0;
  });
  return {
    ctx,
    pool,
    db,
    url,
    because,
    chief,
    receiver,
    wait,
    secretOf,
    endpoint,
    fileOf,
    messagesOf,
    due,
    work,
    bodies,
    step,
    sold,
    alerts,
  };
}
