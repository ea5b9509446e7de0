const MAX_LANGUAGES = 10;

/** `de-CH, en;q=0.8, *;q=0.1` → `['de-CH', 'en']`. */
export function wantedLanguages(header: string): readonly string[] {
  return header
    .split(',', MAX_LANGUAGES)
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim());
      const quality = parameters.find((piece) => piece.startsWith('q='))?.slice(2) ?? '1';
      return { tag, quality: Number(quality) };
    })
    .filter(({ tag, quality }) => /^[A-Za-z]{2,3}(?:[-_][\w-]{1,20})?$/.test(tag) && quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}

/**
 * The regions of the most wanted language: `['zh-Hant-TW', 'en-US']` → `['TW']`. Browsers add
 * `en-US` after other languages, so the later ones say nothing about a country.
 */
export function regionsOf(languages: readonly string[]): readonly string[] {
  const tags = languages.map((tag) => tag.split(/[-_]/));
  const first = tags[0]?.[0]?.toLowerCase();
  return tags
    .filter(([language]) => language?.toLowerCase() === first)
    .map(([, ...others]) => others[others[0]?.length === 4 ? 1 : 0] ?? '')
    .filter((region) => /^[A-Za-z]{2}$/.test(region))
    .map((region) => region.toUpperCase());
}
