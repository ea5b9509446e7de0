import { useEffect, useState } from 'react';

const TOUCHES = ['pointerdown', 'keydown', 'focusin'] as const;

/** True from the player's first touch on: time to fetch what only a player needs, not a reader. */
export function useFirstTouch(): boolean {
  const [isTouched, setIsTouched] = useState(false);
  useEffect(() => {
    if (isTouched) return;
    const touched = () => setIsTouched(true);
    for (const name of TOUCHES) window.addEventListener(name, touched, true);
    return () => {
      for (const name of TOUCHES) window.removeEventListener(name, touched, true);
    };
  }, [isTouched]);
  return isTouched;
}
