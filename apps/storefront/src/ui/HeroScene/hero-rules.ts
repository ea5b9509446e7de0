const segmenter = new Intl.Segmenter();
const WRITTEN_WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** Letters that fit one line of the headline in these scripts. */
const BREAKS_AFTER = 6;

/**
 * Returns the longest word's letters, which size the headline. Scripts without spaces wrap anywhere
 * instead of shrinking.
 */
export function longestWord(text: string): number {
  const lengths = text
    .trim()
    .split(/\s+/)
    .map((word) => {
      const letters = Array.from(segmenter.segment(word)).length;
      return WRITTEN_WITHOUT_SPACES.test(word) ? Math.min(letters, BREAKS_AFTER) : letters;
    });
  return Math.max(1, ...lengths);
}
