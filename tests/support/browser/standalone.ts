type Use<T> = (value: T) => Promise<void>;

/** A fixture that needs no other one: opens something, hands it to the tests, and closes it when they are done. */
export function standalone<T>(open: (use: Use<T>) => Promise<void>) {
  // Playwright reads from this pattern which fixtures a fixture needs; nothing else may stand in its place.
  // eslint-disable-next-line no-empty-pattern
  return async ({}: object, use: Use<T>): Promise<void> => open(use);
}
