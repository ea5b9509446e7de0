import { describe, expect, it } from 'vitest';
import { fitsCid, isNumericCid, tidyCid } from './character-id.ts';

const DIGITS = { cid_pattern: '^[0-9]{6,12}$', cid_upper: false };
const LETTER_FIRST = { cid_pattern: '^[A-Z]?[0-9]{6,11}$', cid_upper: true };

describe('character ID', () => {
  it.each([
    ['204518763', '204518763'],
    [' 204 518 763 ', '204518763'],
    ['204\t518\n763', '204518763'],
    ['204-518-763', '204518763'],
    ['204.518,763', '204518763'],
    ['204–518—763', '204518763'],
    ['\u202a204518763\u202c', '204518763'],
    ['\u2067204\u200f518\ufeff763\u2069', '204518763'],
    ['２０４５１８７６３', '204518763'],
    ['٢٠٤٥١٨٧٦٣', '204518763'],
    ['๒๐๔๕๑๘๗๖๓', '204518763'],
    ['ID:204518763', '204518763'],
    ['ID：２０４ ５１８ ７６３', '204518763'],
    ['UID 204518763', '204518763'],
    ['Player ID: 204-518-763', '204518763'],
    ['角色ID：204518763', '204518763'],
    ['#204518763', '204518763'],
    ['(204518763)', '204518763'],
    ['“204518763”', '204518763'],
    ['FoxKing, ID 204518763, S01 Sunset Lot', '204518763'],
    // Ambiguous text stays unchanged.
    ['20451876 30451876', '2045187630451876'],
    ['204518763 or 204518764', '204518763or204518764'],
    ['2045-1', '2045-1'],
    ['%00%00%00%00', '%00%00%00%00'],
    ['204/518/763', '204/518/763'],
    ['a204518763', 'a204518763'],
    ['', ''],
  ])('[V04] reads %j as %j', (typed, cid) => {
    expect(tidyCid(typed, DIGITS)).toBe(cid);
  });

  it('[V04] writes capitals only where the game does', () => {
    expect(tidyCid('a204518', LETTER_FIRST)).toBe('A204518');
    expect(tidyCid('id: a-204 518', LETTER_FIRST)).toBe('A204518');
    expect(tidyCid('ID204518', LETTER_FIRST)).toBe('204518');
    expect(tidyCid('a204518', DIGITS)).toBe('a204518');
  });

  it('[V04] keeps a dash where IDs contain one and cuts overlong text', () => {
    expect(tidyCid('ab-2045', { cid_pattern: '^[a-z]{2}-[0-9]{4}$', cid_upper: false })).toBe(
      'ab-2045',
    );
    expect(tidyCid('x'.repeat(500), DIGITS)).toHaveLength(32);
  });

  it.each([
    ['123456', true],
    ['12345', false],
    ['1234567890123', false],
    ['12345a', false],
    ['', false],
  ])('[V03] completeness of %j is %s', (cid, fits) => {
    expect(fitsCid(cid, DIGITS)).toBe(fits);
  });

  it('[V03] leaves the decision to the server when the configured pattern is invalid', () => {
    expect(fitsCid('12345678', { cid_pattern: '[' })).toBe(true);
    expect(fitsCid('', { cid_pattern: '[' })).toBe(false);
  });

  it('[F01] requests the numeric keyboard only where IDs are digits', () => {
    expect(isNumericCid(DIGITS)).toBe(true);
    expect(isNumericCid({ cid_pattern: String.raw`^\d{6,12}$` })).toBe(true);
    expect(isNumericCid(LETTER_FIRST)).toBe(false);
  });
});
