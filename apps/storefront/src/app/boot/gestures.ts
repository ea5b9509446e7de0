/** Two touches within this time are one double tap (A09). */
const DOUBLE_TAP_MS = 300;

const PRESSABLE = 'a,button,input,select,textarea,label,summary,[role=button],[role=option]';

/**
 * A09: blocks Escape and zoom by double tap or pinch; browser and system zoom stay. Serves browsers
 * that ignore the css's `touch-action`.
 */
export function blockZoomGestures(doc: Document): void {
  doc.addEventListener('keydown', blockEscape, true);
  doc.addEventListener('gesturestart', (event) => event.preventDefault());

  const isDoubleTap = doubleTapRule();
  doc.addEventListener(
    'touchend',
    (event) => {
      const { target } = event;
      // Cancelling a touch swallows its click: a stepper pressed twice must count twice.
      const isPressable = target instanceof Element && target.closest(PRESSABLE) !== null;
      if (isDoubleTap(event.timeStamp) && !isPressable && event.cancelable) event.preventDefault();
    },
    { passive: false },
  );
  doc.addEventListener(
    'touchmove',
    (event) => {
      if (event.touches.length > 1 && event.cancelable) event.preventDefault();
    },
    { passive: false },
  );
}

function blockEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape') event.preventDefault();
}

/** Creates a rule that reports, by its time in ms, whether a tap is the second of two. */
export function doubleTapRule(): (timeMs: number) => boolean {
  let last = Number.NEGATIVE_INFINITY;
  return (timeMs) => {
    const isSecond = timeMs - last <= DOUBLE_TAP_MS;
    last = timeMs;
    return isSecond;
  };
}
