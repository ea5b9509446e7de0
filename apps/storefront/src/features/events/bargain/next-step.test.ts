import { describe, expect, it } from 'vitest';
import { type BargainInfo, type BargainPack, lowered, nextStep, toMinimum } from './next-step.ts';

const usd = (amount: string) => ({ amount, currency: 'USD' });

function pack(id: string, more: Partial<BargainPack> = {}): BargainPack {
  return {
    pack_id: id,
    product_id: `bargain-${id}`,
    name: id,
    image: '',
    worth: usd('60.00'),
    contents: [],
    price: usd('12.39'),
    original: usd('19.99'),
    min_price: usd('9.99'),
    state: 'available',
    ...more,
  };
}

type State = BargainInfo['tasks'][number]['state'];

function info(
  tasks: { readonly signIn: State; readonly topUp: State; readonly spins: number },
  more: Partial<Pick<BargainInfo, 'packs' | 'chosen'>> = {},
): Pick<BargainInfo, 'packs' | 'chosen' | 'tasks' | 'spins_left'> {
  return {
    packs: [pack('hoard'), pack('cache')],
    chosen: 'hoard',
    tasks: [
      { task: 'sign_in', state: tasks.signIn, lowers: usd('0.60') },
      { task: 'spin', state: tasks.spins > 0 ? 'open' : 'in_effect', lowers: usd('2.00') },
      { task: 'top_up', state: tasks.topUp, lowers: usd('1.50') },
    ],
    spins_left: tasks.spins,
    ...more,
  };
}

const FRESH = { signIn: 'claimable', topUp: 'open', spins: 1 } as const;
const DONE = { signIn: 'in_effect', topUp: 'in_effect', spins: 0 } as const;
const lowest = pack('hoard', { state: 'at_minimum', price: usd('9.99') });

describe('[F07] [S10] next step of a bargain', () => {
  it.each([
    ['nothing is chosen', info(FRESH, { chosen: null }), 'choose'],
    ['the sign-in can be claimed', info(FRESH), 'claim'],
    ['a top-up can be claimed', info({ ...DONE, topUp: 'claimable', spins: 1 }), 'claim'],
    ['the wheel is free', info({ ...FRESH, signIn: 'in_effect' }), 'spin'],
    ['a top-up still counts', info({ ...DONE, topUp: 'open' }), 'top_up'],
    ['all tasks of today are done', info(DONE), 'tomorrow'],
    ['the minimum is reached', info(FRESH, { packs: [lowest, pack('cache')] }), 'buy'],
    [
      'the chosen pack is bought',
      info(FRESH, { packs: [pack('hoard', { state: 'bought' }), pack('cache')] }),
      'choose',
    ],
    [
      'both are bought',
      info(DONE, {
        packs: [pack('hoard', { state: 'bought' }), pack('cache', { state: 'bought' })],
      }),
      'done',
    ],
  ])('is the right one when %s', (_, given, kind) => {
    expect(nextStep(given).kind).toBe(kind);
  });

  it.each([
    ['19.99', '10.00', 0],
    ['14.99', '5.00', 0.5],
    ['12.39', '2.40', 0.76],
    ['9.99', '0.00', 1],
  ])('at the price %s leaves %s to the minimum', (price, left, share) => {
    const given = pack('hoard', { price: usd(price) });
    expect(toMinimum(given)).toEqual(usd(left));
    expect(lowered(given)).toBeCloseTo(share, 6);
  });
});
