const segmenter = new Intl.Segmenter();

function letters(text: string): number {
  return Array.from(segmenter.segment(text)).length;
}

const WRITTEN_WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** Letters that fit one line of the headline in these scripts. */
const BREAKS_AFTER = 6;

/** Returns the longest word's letters. Scripts without spaces wrap instead of shrinking. */
export function longestWord(text: string): number {
  const lengths = text
    .trim()
    .split(/\s+/)
    .map((word) =>
      WRITTEN_WITHOUT_SPACES.test(word) ? Math.min(letters(word), BREAKS_AFTER) : letters(word),
    );
  return Math.max(1, ...lengths);
}

/** Two labels share a row in equal widths while both have at most 20 letters. */
export function buttonRow(left: string, right: string): 'equal' | 'stacked' {
  return Math.max(letters(left), letters(right)) > 20 ? 'stacked' : 'equal';
}
