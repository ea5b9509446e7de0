/** One item in a picture: its centre and width in per cent of the picture, turned by `angle` degrees. */
export type Spot = readonly [left: number, top: number, width: number, angle: number];

/**
 * Spots from back to front; a spot of `with` shows the picture's n-th other item, the rest its main
 * one.
 */
export type Layout = readonly {
  readonly spot: Spot;
  readonly with?: number;
  /** Casts no shadow. */
  readonly flat?: boolean;
}[];

const heap = (...spots: Spot[]): Layout => spots.map((spot) => ({ spot }));
const other = (index: number, ...spot: Spot): Layout[number] => ({ spot, with: index });

/** Layouts of top-ups by size, so that a bigger pack looks bigger. */
export const LAYOUTS = {
  one: heap([50, 49, 44, 0]),
  two: heap([39, 50, 38, -12], [60, 56, 40, 8]),
  three: heap([37, 52, 36, -14], [64, 53, 36, 12], [50, 60, 38, 0]),
  four: heap([50, 34, 33, 0], [31, 52, 33, -14], [69, 52, 33, 14], [50, 62, 36, 0]),
  five: heap(
    [34, 45, 31, -16],
    [66, 45, 31, 14],
    [50, 38, 32, 0],
    [38, 62, 34, -8],
    [63, 62, 34, 10],
  ),
  six: heap(
    [50, 27, 29, 0],
    [35, 43, 30, -12],
    [65, 43, 30, 12],
    [25, 62, 31, -16],
    [75, 62, 31, 16],
    [50, 62, 35, 0],
  ),
  eight: heap(
    [50, 24, 28, 0],
    [34, 37, 29, -12],
    [66, 37, 29, 12],
    [24, 56, 30, -18],
    [76, 56, 30, 16],
    [50, 48, 32, 0],
    [36, 66, 31, -8],
    [64, 66, 31, 10],
  ),
  bag: [
    other(0, 31, 43, 45, -8),
    ...heap(
      [62, 25, 28, 8],
      [79, 40, 27, 16],
      [62, 45, 30, 0],
      [82, 62, 28, 18],
      [22, 68, 27, -14],
      [43, 66, 30, -6],
      [65, 67, 32, 6],
    ),
  ],
  ten: heap(
    [50, 20, 26, 0],
    [33, 33, 26, -12],
    [67, 33, 26, 12],
    [50, 38, 27, 0],
    [18, 53, 26, -18],
    [82, 53, 26, 18],
    [40, 54, 28, -6],
    [62, 54, 28, 8],
    [28, 70, 29, -12],
    [72, 70, 29, 12],
    [50, 71, 31, 0],
  ),
  crown: [
    ...heap(
      [50, 38, 26, 0],
      [31, 36, 26, -14],
      [69, 36, 26, 14],
      [16, 54, 25, -18],
      [84, 54, 25, 18],
      [38, 52, 28, -6],
      [62, 52, 28, 6],
      [25, 70, 28, -12],
      [50, 69, 30, 0],
      [75, 70, 28, 12],
    ),
    other(0, 50, 18, 34, 0),
  ],
  pair: [
    other(0, 38, 46, 46, -8),
    other(1, 66, 50, 38, 10),
    ...heap([26, 71, 22, -12], [52, 71, 24, 0]),
  ],
  crateful: [
    other(0, 40, 46, 50, 0),
    other(1, 66, 40, 42, 6),
    ...heap([70, 68, 26, 10], [24, 70, 24, -12]),
  ],
  oracle: [
    other(0, 50, 44, 54, 0),
    other(1, 80, 26, 26, 0),
    ...heap([24, 66, 26, -12], [76, 68, 28, 12]),
  ],
  royal: [
    other(0, 50, 26, 42, 0),
    other(1, 30, 52, 42, -8),
    other(2, 70, 50, 42, 8),
    ...heap([50, 66, 32, 0]),
  ],
  quartet: [
    other(0, 50, 30, 46, 0),
    other(1, 22, 44, 36, -10),
    other(2, 78, 44, 36, 10),
    other(3, 33, 66, 32, -6),
    ...heap([66, 68, 28, 8], [50, 72, 24, 0]),
  ],
  week: [other(0, 40, 46, 54, -6), ...heap([70, 58, 38, 8]), other(1, 76, 24, 24, 0)],
} as const satisfies Record<string, Layout>;

export type LayoutName = keyof typeof LAYOUTS;

/** Wide pictures: art on the right, the left half free for text; `popup` has its own layout. */
export const BANNERS = {
  bargain: [other(0, 77, 40, 34, 8), other(1, 92, 66, 24, 14), other(2, 60, 26, 15, 0)],
  cumulation: [other(0, 78, 44, 36, 0), ...heap([93, 68, 20, 14], [63, 70, 18, -10])],
  card: [other(0, 77, 42, 34, 6), ...heap([93, 64, 22, 12]), other(1, 61, 30, 13, 0)],
  topup: [other(0, 76, 44, 35, -4), ...heap([93, 66, 21, 12], [60, 70, 18, -12], [92, 26, 14, 8])],
  popup: [
    other(0, 50, 40, 40, -4),
    ...heap(
      [22, 62, 22, -14],
      [78, 62, 22, 14],
      [36, 76, 20, -8],
      [64, 76, 20, 8],
      [50, 80, 22, 0],
    ),
  ],
  packs: [other(0, 79, 38, 30, 0), other(1, 64, 58, 25, -10), other(2, 93, 60, 25, 10)],
} as const satisfies Record<string, Layout>;

export type BannerName = keyof typeof BANNERS;
