import { describe, expect, it } from 'vitest';
import { lifeOf } from './life.ts';

type Order = Parameters<typeof lifeOf>[0];
type History = NonNullable<Parameters<typeof lifeOf>[1]>;

const order = (
  state: Order['state'],
  delivery: Order['delivery']['state'] = 'none',
  reason: Order['reason'] = null,
): Order => ({
  state,
  reason,
  delivery: { state: delivery, reason: null, at: delivery === 'delivered' ? 3 : null },
  created_at: 1,
  refunded_at: null,
});
const history = (...what: readonly History[number]['what'][]): History =>
  what.map((each, index) => ({ what: each, at: index + 1 }));
const told = (...of: Parameters<typeof lifeOf>) =>
  lifeOf(...of).map(({ title, state, at }) => [title, state, at]);

describe('[F19] the steps of an order', () => {
  it('end with the mailbox once the mail is there', () => {
    expect(told(order('success', 'delivered'), history('made', 'paid', 'sent'))).toEqual([
      ['orders.made', 'done', 1],
      ['result.step_paid', 'done', 2],
      ['result.step_sent', 'done', 3],
      ['result.step_ready', 'done', 3],
    ]);
  });

  it('keep their number while the history loads', () => {
    const paid = order('success', 'delivered');
    expect(told(paid, null).map(([title]) => title)).toEqual(
      told(paid, history('made', 'paid', 'sent')).map(([title]) => title),
    );
    const declined = order('failed', 'none', 'declined');
    expect(told(declined, null).map(([title]) => title)).toEqual(
      told(declined, history('made', 'declined')).map(([title]) => title),
    );
  });

  it('name what is still to come', () => {
    expect(told(order('waiting', 'none', 'action'), history('made', 'action'))).toEqual([
      ['orders.made', 'done', 1],
      ['result.action', 'now', 2],
      ['result.step_sending', 'todo', null],
      ['result.step_ready', 'todo', null],
    ]);
    expect(told(order('success', 'queued'), history('made', 'paid')).slice(2)).toEqual([
      ['result.step_sending', 'now', null],
      ['result.step_ready', 'todo', null],
    ]);
    expect(told(order('success', 'retrying'), history('made', 'paid', 'delayed')).slice(2)).toEqual(
      [
        ['result.retry_error', 'warn', 3],
        ['result.step_ready', 'todo', null],
      ],
    );
  });

  it('stop at a refusal, and show a refund after the delivery last', () => {
    expect(told(order('failed', 'none', 'declined'), history('made', 'declined')).at(-1)).toEqual([
      'result.declined',
      'err',
      2,
    ]);
    expect(
      told(order('success', 'delivered'), history('made', 'paid', 'sent', 'refunded')).slice(-2),
    ).toEqual([
      ['result.step_ready', 'done', 3],
      ['result.refunded', 'done', 4],
    ]);
    expect(
      told(order('refunded'), history('made', 'paid', 'undeliverable', 'refunded')).map(
        ([, state]) => state,
      ),
    ).toEqual(['done', 'done', 'err', 'done']);
  });
});
