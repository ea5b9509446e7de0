import type { CSSProperties } from 'react';
import { longestWord } from './label-rules.ts';

/** Tells a heading's style the letters of its longest word, so that the word fits its line. */
export function letters(title: string): CSSProperties & { readonly '--w': number } {
  return { '--w': longestWord(title) };
}
