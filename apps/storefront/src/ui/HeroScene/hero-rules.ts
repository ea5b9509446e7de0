const segmenter = new Intl.Segmenter();
const WRITTEN_WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** What a line of the headline holds at least in these scripts. */
const BREAKS_AFTER = 6;

/**
 * Letters of the longest word: the headline is made small enough for it to fit one line. Scripts
 * without spaces break anywhere, so they wrap instead of shrinking.
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
