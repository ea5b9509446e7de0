/** The least round number of cents, in whole dollars for each of the lines, that is not below `most`. */
export function niceMost(most: number, lines: number): number {
  const each = Math.max(most / lines, 100);
  const power = 10 ** Math.floor(Math.log10(each));
  const factor = [1, 2, 5, 10].find((one) => one * power >= each) ?? 10;
  return factor * power * lines;
}
