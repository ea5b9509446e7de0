import { isNear, throttle, THROTTLE_MS } from './lazy-rules.ts';

const waiting = new Map<Element, () => void>();

/** True for elements skipped by `content-visibility`; measuring them would render them. */
function isSkipped(element: Element): boolean {
  return 'checkVisibility' in element && !element.checkVisibility({ contentVisibilityAuto: true });
}

function check(): void {
  for (const [element, onNear] of waiting) {
    if (isSkipped(element)) continue;
    const box = element.getBoundingClientRect();
    // Pictures of a hidden page have no box and wait.
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
    // Scroll events do not bubble: capture covers every scroller of the page.
    if (on) window.addEventListener(name, soon, { capture: true, passive: true });
    else window.removeEventListener(name, soon, { capture: true });
  }
}

/** Checks again after a change that fires no event. */
export function lookAgain(): void {
  if (waiting.size > 0) soon();
}

/**
 * Calls `onNear` once when the element comes near the screen.
 * @returns function that stops waiting
 */
export function watchNear(element: Element, onNear: () => void): () => void {
  waiting.set(element, onNear);
  listen(true);
  soon();
  return () => {
    waiting.delete(element);
    if (waiting.size === 0) listen(false);
  };
}
