let text: string | null = null;
const listeners = new Set<() => void>();

/** Shows one sentence in a dialog with a confirm button, over any page; null closes it. */
export function showAlert(sentence: string | null): void {
  if (text === null && sentence === null) return;
  text = sentence;
  for (const listener of listeners) listener();
}

export const closeAlert = () => showAlert(null);

export const currentAlert = () => text;

export function onAlert(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
