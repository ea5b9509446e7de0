export type PickerOption = {
  readonly value: string;
  readonly label: string;
  /** Second text of the row: the currency of a country. */
  readonly hint?: string;
  readonly group?: string;
  /** Why it cannot be chosen: "Under maintenance". */
  readonly disabledReason?: string;
  /** Further search terms. */
  readonly keywords?: string;
  /** The label's language where it differs from the page's. */
  readonly lang?: string;
};

/** Removes case and accents, so that "sao" finds "São". */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim();
}

/** Returns the group's rows, or matches of all groups, prefix and word-prefix matches first. */
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

const STEPS: ReadonlyMap<string, number> = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
  ['Home', -Infinity],
  ['End', Infinity],
  ['PageDown', 6],
  ['PageUp', -6],
]);

/** Returns the index a key leads to, disabled rows included, or null for other keys. */
export function moveActive(key: string, active: number, count: number): number | null {
  const step = STEPS.get(key);
  if (count === 0 || step === undefined) return null;
  return Math.max(0, Math.min(active + step, count - 1));
}

/** Type-ahead: finds the next row that begins with the typed letters, wrapping around. */
export function typeAhead(
  options: readonly PickerOption[],
  typed: string,
  active: number,
): number | null {
  const wanted = fold(typed);
  if (wanted === '') return null;
  // Further letters of one word stay on a matching row; a first letter moves on.
  const start = wanted.length > 1 ? Math.max(active, 0) : active + 1;
  for (let step = 0; step < options.length; step += 1) {
    const index = (start + step) % options.length;
    const option = options[index];
    if (option && fold(option.label).startsWith(wanted)) return index;
  }
  return null;
}
