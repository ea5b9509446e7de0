import { createListeners } from '../../browser/listeners.ts';

/** Open modal dialogs, topmost last; toasts render inside it, because all else is inert. */
let stack: readonly HTMLElement[] = [];
const changes = createListeners();

export const onDialogChange = changes.listen;

export function pushDialog(dialog: HTMLElement): () => void {
  stack = [...stack, dialog];
  changes.notify();
  return () => {
    stack = stack.filter((open) => open !== dialog);
    changes.notify();
  };
}

export function topDialog(): HTMLElement | null {
  return stack.at(-1) ?? null;
}
