const formatters = new Map<string, unknown>();

/** Intl formatters are dear to make (~50 µs); one per language and options is kept. */
export function kept<T>(key: string, make: () => T): T {
  const known = formatters.get(key);
  // The key names the constructor and its arguments, so the value has the type asked for.
  if (known !== undefined) return known as T;
  const made = make();
  formatters.set(key, made);
  return made;
}
