/** Open modal dialogs, topmost last; toasts render inside it, because all else is inert. */
let stack: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

function change(next: readonly HTMLElement[]): void {
  stack = next;
  for (const listener of listeners) listener();
}

export function pushDialog(dialog: HTMLElement): () => void {
  change([...stack, dialog]);
  return () => change(stack.filter((open) => open !== dialog));
}

export function topDialog(): HTMLElement | null {
  return stack.at(-1) ?? null;
}

export function onDialogChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
