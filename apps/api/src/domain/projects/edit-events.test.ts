import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { RuleNotWritable, writeRules } from './edit-events.ts';

const FILE = path.join(import.meta.dirname, '../../../../../catalogue/miniflix/events.yaml');
const real = readFileSync(FILE, 'utf8');
const bargain = { baseId: 'bargain', kind: 'bargain' };
const cumulation = { baseId: 'cumulation', kind: 'cumulation' };
const card = { baseId: 'card', kind: 'card' };

describe('numbers of an event are written into the file in place', () => {
  it.each([
    [bargain, 'from', 420, "from: '3.60'", "from: '4.20'"],
    [bargain, 'days', 7, 'days: 14 }\n      packs', 'days: 7 }\n      packs'],
    [bargain, 'min hoard', 899, "min: '9.99'", "min: '8.99'"],
    [bargain, 'top_up', 90, "lowers: '1.50'", "lowers: '0.90'"],
    [bargain, 'weight 0', 60, 'weight: 20,', 'weight: 60,'],
    [bargain, 'lowers 6', 75, "lowers: '1.00'", "lowers: '0.75'"],
    [bargain, 'pieces 7', 55, 'item_id: gem, count: 50', 'item_id: gem, count: 55'],
    [cumulation, 'points', 120, 'points_per_usd: 100', 'points_per_usd: 120'],
    [cumulation, 'goal points-500', 400, 'goal: 500,', 'goal: 400,'],
    [
      cumulation,
      'reward points-1500 1',
      4,
      'item_id: film, count: 3 }',
      'item_id: film, count: 4 }',
    ],
    [card, 'boost weekly', 12, 'boost_percent: 10', 'boost_percent: 12'],
    [card, 'days weekly', 8, 'days: 7\n', 'days: 8\n'],
    [card, 'daily weekly 0', 95, 'count: 90 }]\n          again', 'count: 95 }]\n          again'],
  ])('%o %s', (event, key, value, before, after) => {
    expect(real.split(before)).toHaveLength(2);
    expect(writeRules(real, event, [{ key, value }])).toBe(real.replace(before, after));
  });

  it('several at once leave comments and all other bytes', () => {
    const there = [
      { key: 'weight 1', value: 5 },
      { key: 'to', value: 10_560 },
    ];
    const back = [
      { key: 'weight 1', value: 300 },
      { key: 'to', value: 560 },
    ];
    const written = writeRules(real, bargain, there);
    expect(written).not.toBe(real);
    expect(writeRules(written, bargain, back)).toBe(real);
  });

  it('a number that is not written there, or shared by a reference, is refused', () => {
    const wrong = (event: typeof bargain, key: string, text = real) =>
      expect(() => writeRules(text, event, [{ key, value: 1 }])).toThrow(RuleNotWritable);
    wrong(bargain, 'goal points-500');
    wrong(cumulation, 'goal nothing');
    wrong({ ...bargain, baseId: 'other' }, 'from');
    wrong(bargain, 'weight 8');
    wrong(bargain, 'constructor');
    wrong(cumulation, 'points', '');
    wrong(cumulation, 'points', real.replace('points_per_usd: 100', 'points_per_usd: &n 100'));
  });
});
