import { startTransition, useEffect, useState } from 'react';
import { afterPicture } from '../goods/use-drawn.ts';

/**
 * `value`, one picture late: for what is costly to draw, so that the press that changed it is seen
 * to be heard first. useDeferredValue alone may be done before the browser draws, and then both come
 * in one late picture.
 */
export function useLate<T extends string>(value: T): T {
  const [late, setLate] = useState(value);
  useEffect(() => {
    if (late === value) return;
    return afterPicture(() => startTransition(() => setLate(value)));
  }, [late, value]);
  return late;
}
