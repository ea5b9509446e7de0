import { randomUUID } from 'node:crypto';
import type { Action } from '@webpay/contract/console/actions';
import type { ConsoleResult } from '@webpay/contract/console/calls';
import { CONSOLE_API } from '@webpay/contract/console/operations';
import { afterEach, expect, it } from 'vitest';
import { joinedOperator } from '../../../apps/api/src/domain/operators/testing/console-operator.ts';
import { consolePages } from '../../../apps/api/src/http/console/testing/console-pages.ts';
import { FROM_CONSOLE } from '../../support/console-session.ts';
import { buyByCard } from '../../support/gateway-desk.ts';
import { operatorOf } from '../../support/operator.ts';
import {
  capturesOf,
  clearFaults,
  setFault,
  sharedEnvironment,
} from '../../support/shared-environment.ts';
import { answerChallenge, CARDS } from '../../support/shopper.ts';

const environment = sharedEnvironment({ console: { dist: consolePages() } });
const operator = operatorOf(environment);

afterEach(() => clearFaults(environment()));

/** A session of an operator over the console's HTTP. */
async function signedIn() {
  // A session that began with a link alone only reads.
  const { token } = await joinedOperator(operator.ctx(), 'asker');
  const url = `${environment().consoleUrl}${CONSOLE_API}`;
  const headers = { ...FROM_CONSOLE, cookie: `console=${token}` };
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as unknown };
  };
  const preview = async (action: Action) => {
    const { status, body } = await post('/actions/preview', { action });
    expect(status, JSON.stringify(body)).toBe(200);
    return body as ConsoleResult<'previewAction'>;
  };
  const act = (action: Action, planHash: string) =>
    post('/actions', { key: randomUUID(), action, plan_hash: planHash, step_up: null });
  /** The rows about an order: cause, badge and steps. */
  const rowsOf = async (orderId: string) => {
    const answer = await fetch(`${url}/unresolved`, { headers });
    expect(answer.status).toBe(200);
    const { groups } = (await answer.json()) as ConsoleResult<'unresolved'>;
    return groups.flatMap(({ id, rows }) =>
      rows
        .filter(({ order }) => order?.id === orderId)
        .map(({ badge, steps }) => ({ id, badge: badge.text, steps: steps.map((s) => s.seed) })),
    );
  };
  return { preview, act, rowsOf };
}

/** As after many queries: the next is due in an hour. Moves the time of the last answer, too. */
async function putOff(orderId: string, answerMovedS: number): Promise<void> {
  const { pool } = operator.db();
  const once = async () => {
    // A query under way has moved the next one 15 seconds ahead and would overwrite this.
    const { rowCount } = await pool.query(
      `update payment_attempts set next_query_at = now() + interval '1 hour',
          unresolved_since = now() - interval '1 hour', updated_at = updated_at + $2 * interval '1 second'
        where order_id = $1 and state in ('PROCESSING', 'UNKNOWN')
          and (next_query_at < now() + interval '2 seconds' or next_query_at > now() + interval '30 minutes')`,
      [orderId, answerMovedS],
    );
    return rowCount;
  };
  await expect.poll(once).toBe(1);
}

it('an operator asks a gateway about an unresolved payment: its answers are applied, and a paid order leaves the list', async () => {
  const outside = environment();
  const { preview, act, rowsOf } = await signedIn();
  // The operator's query alone can bring the result.
  await setFault(outside, 'payermax', 'webhook', 'lost', { times: 1_000 });
  await setFault(outside, 'payermax', 'query', 'error', { times: 1_000 });
  await setFault(outside, 'payermax', 'order', 'drop_answer');
  const { shopper, orderId, token } = await buyByCard(outside, CARDS.thinking);
  await putOff(orderId, -60);
  const seed = { kind: 'ask_gateway', order_id: orderId };
  const unknown = { id: 'payment:payermax:UNKNOWN', badge: 'Unresolved', steps: [seed] };
  expect(await rowsOf(orderId)).toEqual([unknown]);

  await clearFaults(outside);
  await setFault(outside, 'payermax', 'webhook', 'lost', { times: 1_000 });
  const ask: Action = { kind: 'ask_gateway', order_ids: [orderId] };
  const plan = await preview(ask);
  expect(plan).toMatchObject({
    possible: true,
    title: 'Ask now',
    effects: ['PayerMax is asked about the payment at once, and its result is applied.'],
    needs: { step_up: false, second_person: null },
  });
  expect(await rowsOf(orderId)).toEqual([unknown]);
  expect(await act(ask, plan.plan_hash)).toMatchObject({ status: 200, body: { state: 'done' } });
  const stateOf = async () => {
    const { rows } = await operator
      .db()
      .pool.query<{ state: string }>(`select state from payment_attempts where order_id = $1`, [
        orderId,
      ]);
    return rows.map(({ state }) => state);
  };
  await expect.poll(stateOf).toEqual(['PROCESSING']);

  // Keeps the ten seconds after this answer open on a slow machine; the answer before it stays old.
  await putOff(orderId, 50);
  const why = 'The gateway answered less than ten seconds ago: wait a moment.';
  const early = await preview(ask);
  expect(early).toMatchObject({ possible: false, why });
  const refused = await act(ask, early.plan_hash);
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({ detail: why });

  await putOff(orderId, -120);
  await answerChallenge(`${outside.sandboxUrl}/payermax/bank/A${orderId}_1`, 'approve');
  expect(await rowsOf(orderId)).toEqual([
    { id: 'payment:payermax:PROCESSING', badge: 'Pending', steps: [seed] },
  ]);
  const again = await preview(ask);
  expect(await act(ask, again.plan_hash)).toMatchObject({ status: 200, body: { state: 'done' } });
  await expect.poll(() => rowsOf(orderId)).toEqual([]);
  expect(await shopper.inquire(token)).toMatchObject({ state: 'success' });
  expect(await capturesOf(outside, orderId)).toHaveLength(1);
  expect(await preview(ask)).toMatchObject({ possible: false });
});
