/** Guards the default of an exhaustive switch. @throws always, naming the value */
export function unreachable(value: never, what: string): never {
  throw new Error(`unknown ${what} ${String(value)}`);
}
