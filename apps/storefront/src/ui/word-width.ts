import type { CSSProperties } from 'react';
import { longestWord } from './label-rules.ts';

type Width = CSSProperties & { readonly '--w': number };

/** Tells a heading's style the letters of its longest word, so that the word fits its line. */
export function letters(title: string): Width {
  return { '--w': longestWord(title) };
}

/** Tells a style the letters of a text that stays on one line. */
export function lettersOfLine(text: string): Width {
  return { '--w': text.length };
}
