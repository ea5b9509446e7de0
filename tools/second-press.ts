/** One Ctrl-C in a terminal arrives twice: npm forwards what its whole process group has heard already. */
const SAME_PRESS_MS = 500;

/** Whether a signal is a second wish to stop, or the first one again. */
export function isSecondPress(firstAtMs: number, nowMs: number): boolean {
  return nowMs - firstAtMs >= SAME_PRESS_MS;
}
