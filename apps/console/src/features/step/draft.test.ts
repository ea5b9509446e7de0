import { expect, it } from 'vitest';
import { buildAction, EMPTY } from './draft.ts';

const TICKS = { allow_delivered: false, allow_same_number: false };
const seed = { kind: 'paid_outside', refund_id: 'R1_1' } as const;
const built = (reference: string, because = 'The bank sent it.') =>
  buildAction(seed, { ...EMPTY, reference, because }, 'USD');

it.each(['', 'BT', ' - ', 'Müller', 'BT 1;', `B${'1'.repeat(64)}`])(
  'a refund is not booked as paid outside under %j',
  (reference) => {
    // A plan is shown before there is a number.
    const because = 'The bank sent it.';
    expect(built(reference)).toEqual({
      action: { ...seed, reference: 'to be written', ...TICKS, because },
      missing: 'Type the number of the bank transfer.',
    });
  },
);

it('a refund is booked as paid outside under the number of the bank, with a reason', () => {
  const action = { ...seed, reference: 'BT 2026/118', ...TICKS };
  expect(built(' BT 2026/118 ')).toEqual({
    action: { ...action, because: 'The bank sent it.' },
    missing: null,
  });
  expect(built('BT 2026/118', '').missing).toBe('Write the reason.');
});
