/** A06: `#root` resets it, so nothing inherits it. */
export const bodyFontPx = (devicePixelRatio: number) => 12 * devicePixelRatio;

export const hasHairlines = (devicePixelRatio: number) => devicePixelRatio >= 2;

/**
 * A05, the same rule as in the css. In vw, because `innerWidth` grows with content that is wider than a phone, and a
 * size of the wide screen would keep it so.
 */
const ROOT_FONT = 'clamp(20px, 10vw, 50px)';

function applyScale(win: Window): void {
  const { documentElement: root, body } = win.document;
  root.style.fontSize = ROOT_FONT;
  root.classList.toggle('hairlines', hasHairlines(win.devicePixelRatio));
  const applyBody = () => {
    win.document.body.style.fontSize = `${bodyFontPx(win.devicePixelRatio)}px`;
  };
  if (body) applyBody();
  else win.document.addEventListener('DOMContentLoaded', applyBody, { once: true });
}

/** Applies A05–A07 now, on resize, and when the page is shown again after a restore. */
export function watchScale(win: Window): void {
  const apply = () => applyScale(win);
  apply();
  win.addEventListener('resize', apply);
  win.addEventListener('pageshow', apply);
}

/** Stops the hero's animation on weak phones (interface.md §8). */
export function calmLowEnd(win: Window): void {
  const { deviceMemory } = win.navigator as { deviceMemory?: number };
  if (isLowEnd(deviceMemory)) win.document.documentElement.style.setProperty('--t-float', '0s');
}

/** `deviceMemory`: GB, rounded by the browser; most do not expose it. */
export function isLowEnd(deviceMemory: number | undefined): boolean {
  return deviceMemory !== undefined && deviceMemory < 4;
}
