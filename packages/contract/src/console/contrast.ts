/** Contrast of a theme's colours by WCAG 2.2. */

/** The least contrast of a text. */
export const TEXT = 4.5;
const SHAPE = 3;

/** Pairs of foreground and background colours of a theme, with the least contrast by WCAG 2.2. */
export const PAIRS: readonly (readonly [front: string, back: string, limit: number])[] = [
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

/** A colour whose contrast can be measured. */
export const COLOUR = /^#[0-9a-f]{6}$/i;

/** Contrast of two colours like #009241 by WCAG 2.2, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const value = Number.parseInt(colour.slice(1), 16);
  const channel = (shift: number) => {
    const share = ((value >> shift) & 255) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(16) + 0.7152 * channel(8) + 0.0722 * channel(0);
}
