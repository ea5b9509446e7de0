import { startTransition, useEffect, useState } from 'react';
import { afterPaint } from '../goods/use-drawn.ts';

/**
 * Returns `value` one frame late, so that the press shows before a costly render.
 * useDeferredValue may render before the browser paints.
 */
function useAfterPaint<T extends string>(value: T): T {
  const [late, setLate] = useState(value);
  useEffect(() => {
    if (late === value) return;
    return afterPaint(() => startTransition(() => setLate(value)));
  }, [late, value]);
  return late;
}
