import { useSyncExternalStore } from 'react';
import { createListeners } from '../../browser/listeners.ts';

/** A15 */
const TOAST_MS = 2000;
const TOAST_WITH_ACTION_MS = 5000;

type Toast = {
  readonly id: number;
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
};

let current: Toast | null = null;
let lastId = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const changes = createListeners();

function show(next: Toast | null): void {
  current = next;
  changes.notify();
}

/**
 * Shows one sentence above the bottom bar for a while, replacing the last. Never the only carrier
 * of an error that needs an action.
 * @returns function that reports whether it is still shown
 */
export function toast(text: string, { action }: Pick<Toast, 'action'> = {}): () => boolean {
  clearTimeout(timer);
  lastId += 1;
  const id = lastId;
  show({ id, text, ...(action === undefined ? {} : { action }) });
  leaveAfter(action ? TOAST_WITH_ACTION_MS : TOAST_MS);
  return () => current?.id === id;
}

/** Starts the timer only when the tab is visible, so that the text is seen. */
function leaveAfter(ms: number): void {
  const id = lastId;
  const begin = () => {
    if (current?.id !== id) return;
    clearTimeout(timer);
    timer = setTimeout(() => show(null), ms);
  };
  if (document.visibilityState === 'visible') begin();
  else document.addEventListener('visibilitychange', begin, { once: true });
}

/** Pauses the timer while its button has the focus. */
export function pauseToast(isPaused: boolean): void {
  clearTimeout(timer);
  if (!isPaused) leaveAfter(TOAST_WITH_ACTION_MS);
}

export function closeToast(): void {
  clearTimeout(timer);
  show(null);
}

export function useToast(): Toast | null {
  return useSyncExternalStore(
    changes.listen,
    () => current,
    () => null,
  );
}
