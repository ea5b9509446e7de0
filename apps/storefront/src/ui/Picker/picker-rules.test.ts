import { describe, expect, it } from 'vitest';
import { findOptions, moveActive, type PickerOption, typeAhead } from './picker-rules.ts';

const servers: readonly PickerOption[] = [
  { value: '12', label: 'S12 Dawnharbor', group: 'eu' },
  { value: '13', label: 'S13 Silverfen', group: 'eu', disabledReason: 'Under maintenance' },
  { value: '51', label: 'A01 São Miguel', group: 'am' },
  { value: '52', label: 'A02 Dawn Ridge', group: 'am', keywords: 'brazil' },
  { value: '71', label: '曙光港', group: 'as' },
];
const found = (query: string, group: string | null) =>
  findOptions(servers, query, group).map((option) => option.value);

describe('[F01] searching the servers', () => {
  it.each([
    ['', 'eu', ['12', '13']],
    ['', null, ['12', '13', '51', '52', '71']],
    ['dawn', 'eu', ['12', '52']],
    ['SAO', 'eu', ['51']],
    ['são', 'as', ['51']],
    ['brazil', 'eu', ['52']],
    ['曙光', 'eu', ['71']],
    ['1', null, ['12', '13', '51']],
    ['xyz', null, []],
    ['  ', 'am', ['51', '52']],
  ])('"%s" with the chip %s', (query, group, expected) => {
    expect(found(query, group)).toEqual(expected);
  });

  it('[F01] orders prefix matches before other matches', () => {
    const rows = [
      { value: 'a', label: 'Northgate' },
      { value: 'b', label: 'East Gate' },
      { value: 'c', label: 'Gatehouse' },
    ];
    expect(findOptions(rows, 'gate', null).map((row) => row.value)).toEqual(['c', 'b', 'a']);
  });
});

describe('keys in the list', () => {
  it.each([
    ['ArrowDown', 0, 1],
    ['ArrowDown', 4, 4],
    ['ArrowUp', 0, 0],
    ['ArrowUp', 3, 2],
    ['Home', 3, 0],
    ['End', 0, 4],
    ['PageDown', 0, 4],
    ['PageUp', 4, 0],
    ['a', 0, null],
  ])('%s from row %d leads to %s', (key, active, expected) => {
    expect(moveActive(key, active, 5)).toBe(expected);
  });

  it('leads nowhere in an empty list', () => {
    expect(moveActive('ArrowDown', 0, 0)).toBeNull();
  });

  it.each([
    ['s', 0, 1],
    ['s', 1, 0],
    ['s13', 0, 1],
    ['a02', 3, 3],
    ['曙', 0, 4],
    ['z', 0, null],
  ])('typing "%s" on row %d leads to %s', (typed, active, expected) => {
    expect(typeAhead(servers, typed, active)).toBe(expected);
  });
});
