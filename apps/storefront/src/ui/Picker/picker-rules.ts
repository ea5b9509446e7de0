export type PickerOption = {
  readonly value: string;
  readonly label: string;
  /** Second, quiet text of the row: the currency of a country. */
  readonly hint?: string;
  /** The chip it belongs to. */
  readonly group?: string;
  /** Cannot be chosen, and why: "Under maintenance". */
  readonly disabledReason?: string;
  /** More words that find it. */
  readonly keywords?: string;
  /** The label's language where it is not the page's (language switcher). */
  readonly lang?: string;
};

/** Letters without case and accents, so that "sao" finds "São". */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim();
}

/**
 * The rows to show. Typing searches all groups; without a query only the chosen group shows. Rows
 * that begin with the query, or have a word that does, stand before those that contain it.
 */
export function findOptions(
  options: readonly PickerOption[],
  query: string,
  group: string | null,
): readonly PickerOption[] {
  const wanted = fold(query);
  if (wanted === '') {
    return group === null ? options : options.filter((option) => option.group === group);
  }
  const ranked = options.flatMap((option) => {
    const text = fold(`${option.label} ${option.hint ?? ''} ${option.keywords ?? ''}`);
    if (text.startsWith(wanted)) return [{ option, rank: 0 }];
    if (text.includes(` ${wanted}`)) return [{ option, rank: 1 }];
    return text.includes(wanted) ? [{ option, rank: 2 }] : [];
  });
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ option }) => option);
}

/** The index a key leads to, or null where the key is not ours. Disabled rows can be read too. */
export function moveActive(key: string, active: number, count: number): number | null {
  if (count === 0) return null;
  switch (key) {
    case 'ArrowDown':
      return Math.min(active + 1, count - 1);
    case 'ArrowUp':
      return Math.max(active - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    case 'PageDown':
      return Math.min(active + 6, count - 1);
    case 'PageUp':
      return Math.max(active - 6, 0);
    default:
      return null;
  }
}

/** Type-ahead: the next row after `active` that begins with the typed letters, round the end. */
export function typeAhead(
  options: readonly PickerOption[],
  typed: string,
  active: number,
): number | null {
  const wanted = fold(typed);
  if (wanted === '') return null;
  // More letters of one word stay on the row they fit; a first letter moves on.
  const start = wanted.length > 1 ? Math.max(active, 0) : active + 1;
  for (let step = 0; step < options.length; step += 1) {
    const index = (start + step) % options.length;
    const option = options[index];
    if (option && fold(option.label).startsWith(wanted)) return index;
  }
  return null;
}
