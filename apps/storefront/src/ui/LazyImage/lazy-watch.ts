import { isNear, throttle, THROTTLE_MS } from './lazy-rules.ts';

const waiting = new Map<Element, () => void>();

/** Left out by `content-visibility` for being far away; to ask where it is would draw it. */
function isLeftOut(element: Element): boolean {
  return 'checkVisibility' in element && !element.checkVisibility({ contentVisibilityAuto: true });
}

function check(): void {
  for (const [element, onNear] of waiting) {
    if (isLeftOut(element)) continue;
    const box = element.getBoundingClientRect();
    // A hidden page's pictures have no box; they wait until it shows.
    const isShown = box.width > 0 || box.height > 0;
    if (isShown && isNear(box, window.innerWidth, window.innerHeight)) {
      waiting.delete(element);
      onNear();
    }
  }
  if (waiting.size === 0) listen(false);
}

const soon = throttle(check, THROTTLE_MS);
const EVENTS = [
  'scroll',
  'resize',
  'transitionend',
  'animationend',
  'pageshow',
  'contentvisibilityautostatechange',
] as const;
let listening = false;

function listen(on: boolean): void {
  if (on === listening) return;
  listening = on;
  for (const name of EVENTS) {
    // Scrolling does not bubble: capture hears every scroller of the page.
    if (on) window.addEventListener(name, soon.call, { capture: true, passive: true });
    else window.removeEventListener(name, soon.call, { capture: true });
  }
}

/** Something was shown or hidden that no event tells of. */
export function lookAgain(): void {
  if (waiting.size > 0) soon.call();
}

/** Calls `onNear` once when the element comes near the screen. Returns how to stop waiting. */
export function watchNear(element: Element, onNear: () => void): () => void {
  waiting.set(element, onNear);
  listen(true);
  soon.call();
  return () => {
    waiting.delete(element);
    if (waiting.size === 0) listen(false);
  };
}
