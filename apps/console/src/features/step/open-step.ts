import type { ActionSeed } from '@webpay/contract/console/action-seed';

/** A step whose dialog is open. */
export type OpenStep = {
  readonly seed: ActionSeed;
  /** The object as a person reads it: an order's number, a character. */
  readonly about: string;
  /** Currency of a partial sum; null: the step moves no money. */
  readonly currency: string | null;
};

let open: OpenStep | null = null;
const listeners = new Set<() => void>();

/** Opens the dialog of a step; null closes it. */
export function openStep(step: OpenStep | null): void {
  open = step;
  for (const listener of listeners) listener();
}

export const openedStep = (): OpenStep | null => open;

export function watchStep(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
