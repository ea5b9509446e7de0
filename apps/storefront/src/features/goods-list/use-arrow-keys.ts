import { useCallback, useEffect, useRef } from 'react';

const STEPS: Readonly<Record<string, 1 | -1>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
};

/**
 * While an item is open beside the goods, arrow keys on a card open the next one.
 * @returns function that tells, once, whether such a key opened the item
 */
export function useArrowKeys(isOn: boolean): () => boolean {
  const isByKey = useRef(false);
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => {
      const step = STEPS[event.key];
      const { target } = event;
      if (step === undefined || !(target instanceof HTMLElement) || !target.matches(CARD)) return;
      const cards = [...document.querySelectorAll<HTMLElement>(CARD)];
      const seen = cards.filter((each) => each.checkVisibility());
      const next = seen[seen.indexOf(target) + step];
      if (next === undefined) return;
      event.preventDefault();
      isByKey.current = true;
      next.focus();
      next.click();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOn]);
  return useCallback(() => {
    const was = isByKey.current;
    isByKey.current = false;
    return was;
  }, []);
}

const CARD = 'main li [aria-haspopup="dialog"]';
