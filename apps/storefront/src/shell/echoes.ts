/** Two presses within this time may be one double tap; what a person means twice takes longer. */
const DOUBLE_TAP_MS = 300;

/** Two presses that close together, in CSS pixels, are meant for one thing. */
const SAME_PLACE_PX = 24;

type Press = {
  readonly timeMs: number;
  readonly x: number;
  readonly y: number;
  /** The sheet or dialog it falls into. */
  readonly layer: unknown;
  /** All that are open as it comes. */
  readonly open: readonly unknown[];
};

/** The second of a double tap presses nothing of a sheet that the first one has put under the finger. */
export function swallowEchoes(doc: Document): void {
  const isEcho = echoRule();
  doc.addEventListener(
    'click',
    (event) => {
      const { target, timeStamp: timeMs, clientX: x, clientY: y } = event;
      // Pressed by a key or by a script.
      if (!(target instanceof Element) || event.detail === 0) return;
      if (
        !isEcho({
          timeMs,
          x,
          y,
          layer: target.closest('dialog'),
          open: [...doc.querySelectorAll('dialog[open]')],
        })
      )
        return;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
}

/** Tells for each press whether it is the second of two, in a layer that the first one found closed. */
export function echoRule(): (press: Press) => boolean {
  let last: Press | null = null;
  return (press) => {
    const isSecond =
      last !== null &&
      press.timeMs - last.timeMs <= DOUBLE_TAP_MS &&
      Math.abs(press.x - last.x) <= SAME_PLACE_PX &&
      Math.abs(press.y - last.y) <= SAME_PLACE_PX;
    const isEcho = isSecond && press.layer !== null && last?.open.includes(press.layer) === false;
    // A third one is none of the new layer's either.
    last = isEcho && last !== null ? { ...press, open: last.open } : press;
    return isEcho;
  };
}
