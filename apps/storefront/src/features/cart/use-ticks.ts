import { useState } from 'react';
import { useProject } from '../../api/page.tsx';
import { storage } from '../../browser/storage.ts';

/** Selection of cart items to buy: all, except those the player has deselected in this tab. */
export function useTicks() {
  const project = useProject();
  const [leftOut, setLeftOut] = useState<readonly string[]>(
    () => storage.read('cartLeftOut', project) ?? [],
  );

  /** Switches all on, or all off if all are on. */
  function toggleAll(ids: readonly string[]): void {
    const next = ids.some((id) => leftOut.includes(id))
      ? leftOut.filter((id) => !ids.includes(id))
      : [...leftOut, ...ids];
    setLeftOut(next);
    storage.write('cartLeftOut', next, project);
  }

  return {
    isOn: (id: string) => !leftOut.includes(id),
    toggle: (id: string) => toggleAll([id]),
    toggleAll,
  };
}

/** Selects items that another page takes into a checkout. */
export function tickInCart(project: string, productIds: readonly string[]): void {
  const leftOut = storage.read('cartLeftOut', project) ?? [];
  const next = leftOut.filter((id) => !productIds.includes(id));
  if (next.length < leftOut.length) storage.write('cartLeftOut', next, project);
}
