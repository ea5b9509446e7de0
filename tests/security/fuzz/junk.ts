import type { Chance } from '../../chaos/seeded.ts';

/** Values that have broken programs before. */
const JUNK: readonly [string, ...string[]] = [
  '',
  ' ',
  '0',
  '-1',
  '1.5',
  '1e308',
  '9007199254740993',
  '99999999999999999999999999',
  'NaN',
  'Infinity',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '[[]]',
  '{"__proto__":{"x":1}}',
  '"',
  "'",
  "' or 1=1 --",
  '\\',
  '%',
  '%00',
  '%zz',
  '\u0000',
  '\n',
  '\r\nx: y',
  '\t',
  '\u001b[31m',
  '\u2028',
  '\u202e',
  '\ufeff',
  '\ud800',
  '🙂',
  '１２３',
  'ﷺ',
  'İı',
  '__proto__',
  'constructor',
  'toString',
  '../../etc/passwd',
  '<script>',
  '${7*7}',
  'a'.repeat(64),
  'a'.repeat(65),
  'a'.repeat(129),
  '0'.repeat(300),
  'a'.repeat(3_000),
  '🙂'.repeat(400),
];

/** Anything at all: from the list, or letters from anywhere in Unicode. */
export function junk(chance: Chance): string {
  if (chance.int(3) > 0) return chance.pick(JUNK);
  return Array.from({ length: chance.int(24) }, () => letter(chance)).join('');
}

const BLOCKS: readonly [readonly [number, number], ...(readonly [number, number])[]] = [
  [0x20, 0x7e],
  [0x00, 0x1f],
  [0x80, 0x24f],
  [0x400, 0x4ff],
  [0x600, 0x6ff],
  [0x2000, 0x206f],
  [0x4e00, 0x4fff],
  [0xd800, 0xdfff],
  [0x1f300, 0x1f6ff],
];

function letter(chance: Chance): string {
  const [from, to] = chance.pick(BLOCKS);
  return String.fromCodePoint(from + chance.int(to - from + 1));
}

/** A value that was good, a little wrong. */
export function mutated(chance: Chance, good: string): string {
  const at = chance.int(good.length + 1);
  switch (chance.int(11)) {
    case 0:
      return good.slice(0, at) + junk(chance) + good.slice(at);
    case 1:
      return good.slice(0, at) + good.slice(at + 1);
    case 2:
      return good.slice(0, at);
    case 3:
      return good + good;
    case 4:
      return good.toUpperCase();
    case 5:
      return good.split('').toReversed().join('');
    case 6:
      return ` ${good} `;
    case 7:
      return `${good}${letter(chance)}`;
    case 8:
      return good.replaceAll(/\d+/g, (digits) =>
        String(Number(digits) * (chance.int(3) - 1) + chance.int(3)),
      );
    case 9:
      return JSON.stringify(good);
    default:
      return junk(chance);
  }
}
