export type ButtonRow = 'equal' | 'stacked';

const segmenter = new Intl.Segmenter();

function letters(text: string): number {
  return Array.from(segmenter.segment(text)).length;
}

/** Two labels share a row in equal widths while both have at most 20 letters. */
export function buttonRow(left: string, right: string): ButtonRow {
  return Math.max(letters(left), letters(right)) > 20 ? 'stacked' : 'equal';
}
