/** Ends a switch that names every case: the compiler says when one is new, so nothing ever comes here. */
export function unreachable(what: string, value: never): never {
  throw new Error(`unknown ${what} ${JSON.stringify(value)}`);
}
