/** Pieces that a line gives: a doubled first purchase gives one more than is paid for. */
export function piecesGiven(line: {
  readonly count: number;
  readonly doubled?: boolean | undefined;
}): number {
  return line.doubled === true ? line.count + 1 : line.count;
}
