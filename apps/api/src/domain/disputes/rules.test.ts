import { DISPUTE_STATES, DISPUTE_TRANSITIONS } from '@webpay/contract/money-back';
import { describe, expect, it } from 'vitest';
import { DISPUTE_TABLE, isSameMoney, lossOf, sharesOf } from './rules.ts';

describe('[V07] the dispute table', () => {
  it('ends a dispute only where the database allows it', () => {
    for (const known of DISPUTE_STATES) {
      for (const reported of DISPUTE_STATES) {
        const decision = DISPUTE_TABLE[known][reported];
        if (decision === 'end') expect(DISPUTE_TRANSITIONS[known]).toContain(reported);
        else expect(['note', 'keep', 'quarantine']).toContain(decision);
      }
    }
  });

  it('reopens nothing, and quarantines a second end that moves money', () => {
    for (const known of ['won', 'lost', 'cancelled'] as const) {
      expect(DISPUTE_TABLE[known].open).toBe('keep');
      expect(DISPUTE_TABLE[known][known]).toBe('keep');
    }
    expect(DISPUTE_TABLE.won.lost).toBe('quarantine');
    expect(DISPUTE_TABLE.lost.won).toBe('quarantine');
  });
});

describe('[V07] the loss of a dispute', () => {
  const facts = { claimed: 1000, captured: 1000, left: 1000, countedElsewhere: 0 };

  it.each([
    [facts, 1000, 0],
    [{ ...facts, claimed: null }, 1000, 0],
    [{ ...facts, claimed: 400 }, 400, 0],
    [{ ...facts, left: 300 }, 300, 700],
    [{ ...facts, left: 0, countedElsewhere: 1000 }, 0, 0],
    [{ ...facts, left: 0 }, 0, 1000],
    [{ ...facts, claimed: 1500 }, 1000, 500],
  ])('for %j is %d, and %d beyond the payment', (given, lost, beyond) => {
    expect(lossOf(given)).toEqual({ lost, beyond });
  });

  it.each([
    [null, [500, 500], [null, null]],
    [1_000, [500, 500], [500, 500]],
    [600, [500, 500], [500, 100]],
    [500, [500, 500], [500, 0]],
    [1_200, [500, 500], [500, 700]],
    [700, [500], [700]],
  ])('for a claim of %j divides over payments of %j as %j', (claimed, captured, shares) => {
    expect(sharesOf(claimed, captured)).toEqual(shares);
  });

  it('counts a reversal and its dispute once', () => {
    expect(isSameMoney('reversal', 'dispute')).toBe(true);
    expect(isSameMoney('chargeback', 'reversal')).toBe(true);
    expect(isSameMoney('chargeback', 'chargeback')).toBe(false);
  });
});
