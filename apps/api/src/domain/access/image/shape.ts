/** In pixels, or in the units of a glyph's box; y goes down. */
export type Point = { readonly x: number; readonly y: number };
