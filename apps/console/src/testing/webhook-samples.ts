import type { ConsoleResult } from '@webpay/contract/console/calls';
import { type Answers, ok } from './fake-api.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Webhooks in each state, and messages in each state of one. @param now ms since the epoch */
export function webhookAnswers(now: number): Answers {
  const endpoint = (
    id: string,
    change: Partial<ConsoleResult<'webhooks'>['items'][number]>,
  ): ConsoleResult<'webhooks'>['items'][number] => ({
    id,
    name: `receiver ${id}`,
    url: 'https://books.example/hooks/webpay',
    types: ['order.paid', 'refund.made'],
    projects: [],
    by: 'admin-1',
    created_at: now - 90 * HOUR,
    state: 'on',
    state_at: now - 90 * HOUR,
    last_taken_at: now - 2 * MINUTE,
    failing_since: null,
    waiting: 0,
    given_up: 0,
    steps: [
      { seed: { kind: 'test_webhook', webhook_id: id }, text: 'Send a test event…', why: null },
      { seed: { kind: 'replay_webhook', webhook_id: id }, text: 'Send again since…', why: null },
      { seed: { kind: 'end_webhook', webhook_id: id }, text: 'End…', why: null },
    ],
    ...change,
  });
  const message = (
    id: number,
    change: Partial<ConsoleResult<'webhookMessages'>['items'][number]>,
  ): ConsoleResult<'webhookMessages'>['items'][number] => ({
    id,
    event_id: `paid_${id}`,
    type: 'order.paid',
    order_id: '7k3fq0m2x9v4t8w1z5b6',
    order_no: 'WP-204518',
    created_at: now - id * MINUTE,
    state: 'taken',
    tries: 1,
    status: 204,
    why: null,
    next_at: null,
    ended_at: now - id * MINUTE,
    steps: [{ seed: { kind: 'resend_webhook', message_id: id }, text: 'Send again…', why: null }],
    ...change,
  });
  return {
    webhooks: () =>
      ok('webhooks', {
        may_make: true,
        items: [
          endpoint('w1', { name: 'books', failing_since: now - HOUR, waiting: 12, given_up: 3 }),
          endpoint('w2', { name: 'community', state: 'off', last_taken_at: null }),
          endpoint('w3', { name: 'old system', state: 'gone', types: ['dispute.opened'] }),
          endpoint('w4', {
            name: 'warehouse',
            state: 'full',
            waiting: 1_000,
            projects: [{ code: 'dr2', name: 'Dragon Realm II' }],
          }),
          endpoint('w5', { name: 'statistics' }),
        ],
      }),
    webhookMessages: () =>
      ok('webhookMessages', {
        name: 'books',
        items: [
          message(1, {
            state: 'waiting',
            tries: 4,
            status: 500,
            why: 'HTTP 500',
            next_at: now + HOUR,
            ended_at: null,
          }),
          message(2, { type: 'test', order_id: null, order_no: null }),
          message(3, { state: 'given_up', tries: 16, status: null, why: 'no answer in time' }),
        ],
      }),
  };
}
