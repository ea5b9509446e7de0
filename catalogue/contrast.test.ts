import { describe, expect, test } from 'vitest';
import { readCatalogue } from '../apps/api/src/catalogue-import/read-catalogue.ts';

const TEXT = 4.5;
const SHAPE = 3;

/** Colour pairs of the shop, and their contrast by WCAG 2.2. */
const PAIRS: readonly (readonly [front: string, back: string, limit: number])[] = [
  ...['bg', 'surface', 'surface-2', 'surface-3'].flatMap((back) =>
    ['text', 'text-2', 'accent'].map((front) => [front, back, TEXT] as const),
  ),
  ['text', 'accent-soft', TEXT],
  ['on-accent-soft', 'accent-soft', TEXT],
  ['on-btn', 'btn', TEXT],
  ['on-ribbon', 'ribbon', TEXT],
  ['on-ev', 'ev-1', TEXT],
  ['on-ev', 'ev-2', TEXT],
  ['gold', 'surface', TEXT],
  ['gold', 'surface-2', TEXT],
  ['gold', 'gold-soft', TEXT],
  ['ok', 'surface', TEXT],
  ['ok', 'ok-soft', TEXT],
  ['text', 'ok-soft', TEXT],
  ['text-2', 'ok-soft', TEXT],
  ['warn', 'surface', TEXT],
  ['warn', 'warn-soft', TEXT],
  ['err', 'bg', TEXT],
  ['err', 'surface', TEXT],
  ['err', 'surface-2', TEXT],
  ['err', 'err-soft', TEXT],
  ['surface', 'text', TEXT],
  ['surface', 'accent', TEXT],
  ['surface', 'ok', TEXT],
  ['surface', 'err', TEXT],
  ['line-strong', 'bg', SHAPE],
  ['line-strong', 'surface', SHAPE],
  ['line-strong', 'surface-2', SHAPE],
  ['focus', 'bg', SHAPE],
  ['focus', 'surface', SHAPE],
  ['btn-lip', 'bg', SHAPE],
  ['btn-lip', 'surface', SHAPE],
  ['accent', 'accent-soft', SHAPE],
];

function luminance(colour: string): number {
  if (!/^#[0-9a-f]{6}$/i.test(colour)) throw new Error(`${colour} is not a colour like #009241`);
  const value = Number.parseInt(colour.slice(1), 16);
  const channel = (shift: number) => {
    const share = ((value >> shift) & 255) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(16) + 0.7152 * channel(8) + 0.0722 * channel(0);
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const projects = await readCatalogue(import.meta.dirname);

describe.each(projects.map((project) => [project.code, project.data.theme.tokens] as const))(
  '%s',
  (_, tokens) => {
    test.each(PAIRS)('[A03] %s is readable on %s (%d : 1)', (front, back, limit) => {
      const ratio = contrast(tokens[front] ?? '', tokens[back] ?? '');
      expect(ratio).toBeGreaterThanOrEqual(limit);
    });
  },
);

test('contrast is measured as WCAG defines it', () => {
  expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21, 5);
  expect(contrast('#FFFFFF', '#009241')).toBeCloseTo(4.05, 1);
});
