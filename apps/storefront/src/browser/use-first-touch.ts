import { useEffect, useState } from 'react';

const TOUCHES = ['pointerdown', 'keydown', 'focusin'] as const;

/** True from the first touch on: time to fetch code that a mere reader does not need. */
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
