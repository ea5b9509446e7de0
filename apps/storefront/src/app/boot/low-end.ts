/** Stops the hero's animation on weak phones (interface.md §8). */
export function spareLowEnd(win: Window): void {
  const { deviceMemory } = win.navigator as { deviceMemory?: number };
  if (isLowEnd(deviceMemory)) win.document.documentElement.style.setProperty('--t-float', '0s');
}

/** `deviceMemory`: GB, rounded by the browser; most do not expose it. */
export function isLowEnd(deviceMemory: number | undefined): boolean {
  return deviceMemory !== undefined && deviceMemory < 4;
}
