let text: string | null = null;
const listeners = new Set<() => void>();

function set(next: string | null): void {
  text = next;
  for (const listener of listeners) listener();
}

/** Shows one sentence in a dialog with a confirm button, over any page. */
export function showAlert(sentence: string): void {
  set(sentence);
}

export function closeAlert(): void {
  if (text !== null) set(null);
}

export function currentAlert(): string | null {
  return text;
}

export function onAlert(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
