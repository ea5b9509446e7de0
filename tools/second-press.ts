/** One Ctrl-C arrives twice: npm forwards the signal that its process group has received. */
const SAME_PRESS_MS = 500;

/** Reports whether a signal is a second key press, not a duplicate. */
export function isSecondPress(firstAtMs: number, nowMs: number): boolean {
  return nowMs - firstAtMs >= SAME_PRESS_MS;
}
