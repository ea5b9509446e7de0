import { describe, expect, it } from 'vitest';
import { factsOf, mailOf, NOON, paymentOf } from '../../../../../tests/support/order-facts.ts';
import type { HistoryEvent } from './event-sentences.ts';
import { MAX_ENTRIES, timelineOf, type Rows } from './order-timeline.ts';

const facts = factsOf({ state: 'success', payments: [paymentOf()], mails: [mailOf()] });
const NOTHING: Rows = {
  events: [],
  messages: [],
  logOuts: [],
  hasMore: false,
  archivedBefore: null,
};

function event(name: string, changes: Partial<HistoryEvent> = {}): HistoryEvent {
  return {
    at: NOON - 60_000,
    attemptId: null,
    source: 'game',
    event: name,
    from: null,
    to: null,
    detail: {},
    ...changes,
  };
}

describe('the timeline of an order', () => {
  it('has planned steps above, then the newest first', () => {
    const events = [event('order_made', { at: NOON - 3_000, source: 'player' })];
    const messages = [
      {
        at: NOON - 1_000,
        provider: 'payermax',
        type: 'PAYMENT',
        body: Buffer.from('{}'),
        outcome: 'none',
      },
    ];
    const next = [
      { at: NOON + 1_000, text: 'The mail is sent again.' },
      { at: NOON + 2_000, text: 'PayerMax is asked again.' },
      { at: null, text: 'Lost: booked.' },
      { at: NOON - 1, text: 'Is over.' },
    ];
    const shown = timelineOf(facts, { ...NOTHING, events, messages }, next);
    expect(
      shown.map(({ sentence, kind, is_planned: planned }) => [sentence, kind, planned]),
    ).toEqual([
      ['PayerMax is asked again.', 'question', true],
      ['The mail is sent again.', 'mail', true],
      ['Message PAYMENT, signature good: nothing changed', 'question', false],
      ['Ordered for $4.99', 'payment', false],
    ]);
  });

  it('tells an order and the payment that was made with it, which are one event', () => {
    const attemptId = paymentOf().id;
    const both = event('order_made', { attemptId, to: 'open', detail: { total_minor: 499 } });
    const two = [
      event('attempt_made', { attemptId, to: 'CREATED' }),
      event('order_made', { to: 'open', detail: { total_minor: 499 } }),
    ];
    const shown = timelineOf(facts, { ...NOTHING, events: [both] }, []);
    expect(shown).toHaveLength(2);
    expect(shown).toEqual(timelineOf(facts, { ...NOTHING, events: two }, []));
  });

  it('counts equal entries in a row as one, and keeps the newest time', () => {
    const retry = (n: number) =>
      event('mail_retrying', {
        at: NOON - n,
        from: 'retrying',
        to: 'retrying',
        detail: { tries: n, why: 'mailbox_full' },
      });
    const events = [
      retry(1),
      retry(2),
      retry(3),
      event('paid', { at: NOON - 9, source: 'answer' }),
    ];
    const shown = timelineOf(facts, { ...NOTHING, events }, []);
    expect(shown).toMatchObject([
      { sentence: 'The game did not take the mail', times: 3, at: NOON - 1 },
      { sentence: 'Paid $4.99', times: 1 },
    ]);
  });

  it('says that earlier events are archived, also when it is cut', () => {
    const events = Array.from({ length: 300 }, (_, n) => event(`unknown_${n}`, { at: NOON - n }));
    const rows = { ...NOTHING, archivedBefore: '2024-03' };
    const sentence = `The events before 2024-03 are archived: npm run operator -- archive --find ${facts.order.id} --in FOLDER prints them`;
    expect(timelineOf(facts, rows, [])).toMatchObject([{ sentence, by: 'shop' }]);
    const cut = timelineOf(facts, { ...rows, events }, []);
    expect(cut).toHaveLength(MAX_ENTRIES);
    expect(cut.at(-2)?.sentence).toMatch(/^Older entries are not shown/);
    expect(cut.at(-1)?.sentence).toBe(sentence);
  });

  it('is cut at 200 entries and says so', () => {
    const events = Array.from({ length: 300 }, (_, n) => event(`unknown_${n}`, { at: NOON - n }));
    const shown = timelineOf(facts, { ...NOTHING, events }, []);
    expect(shown).toHaveLength(MAX_ENTRIES);
    expect(shown.at(-1)?.sentence).toMatch(
      /^Older entries are not shown: npm run resolve -- show /,
    );
  });

  it('shows an event that it does not know by its name, without its fields', () => {
    const events = [event('brand_new_event', { source: 'worker', detail: { token: 'secret' } })];
    const [entry] = timelineOf(facts, { ...NOTHING, events }, []);
    expect(entry).toMatchObject({ sentence: 'Brand new event', by: 'shop', detail: null });
  });

  it('shows the words of a request and the reason of an operator', () => {
    const asking = factsOf({
      state: 'success',
      payments: [paymentOf()],
      mails: [mailOf()],
      requests: [
        {
          id: 'q1',
          kind: 'refund',
          state: 'open',
          text: 'I bought it\ntwice',
          because: null,
          createdAt: NOON - 5,
          decidedAt: null,
        },
      ],
    });
    const events = [
      event('resolution_rejected', { source: 'operator', detail: { because: 'It was used' } }),
      event('resolution_requested', { at: NOON - 5, source: 'player', detail: { kind: 'refund' } }),
    ];
    const shown = timelineOf(asking, { ...NOTHING, events }, []);
    expect(shown.map(({ sentence, detail }) => [sentence, detail])).toEqual([
      ['The player asks for a refund', '“I bought it twice”'],
      ['An operator rejected the request', '“It was used”'],
    ]);
  });
});
