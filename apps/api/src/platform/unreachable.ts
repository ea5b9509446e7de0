/** Ends an exhaustive switch: the compiler reports a missing case. */
export function unreachable(what: string, value: never): never {
  throw new Error(`unknown ${what} ${JSON.stringify(value)}`);
}
