import { useState } from 'react';
import { useProject } from '../../api/page.tsx';
import { storage } from '../../browser/storage.ts';

export type Ticks = {
  readonly isOn: (productId: string) => boolean;
  readonly toggle: (productId: string) => void;
  /** Switches all on, or all off if all are on. */
  readonly toggleAll: (productIds: readonly string[]) => void;
};

/** Selection of cart items to buy: all, except those the player has deselected in this tab. */
export function useTicks(): Ticks {
  const project = useProject();
  const [leftOut, setLeftOut] = useState<readonly string[]>(
    () => storage.read('cartLeftOut', project) ?? [],
  );
  function change(next: readonly string[]): void {
    setLeftOut(next);
    storage.write('cartLeftOut', next, project);
  }
  return {
    isOn: (id) => !leftOut.includes(id),
    toggle: (id) =>
      change(leftOut.includes(id) ? leftOut.filter((each) => each !== id) : [...leftOut, id]),
    toggleAll: (ids) =>
      change(
        ids.some((id) => leftOut.includes(id))
          ? leftOut.filter((id) => !ids.includes(id))
          : [...leftOut, ...ids],
      ),
  };
}

/** Selects items that another page takes into a checkout. */
export function tickInCart(project: string, productIds: readonly string[]): void {
  const leftOut = storage.read('cartLeftOut', project) ?? [];
  const next = leftOut.filter((id) => !productIds.includes(id));
  if (next.length < leftOut.length) storage.write('cartLeftOut', next, project);
}
