/** Returns the page to continue on, set by a page that needs this character. */
export function targetOf(state: unknown): string | null {
  const isSent = typeof state === 'object' && state !== null && 'switching' in state;
  return isSent && typeof state.switching === 'string' ? state.switching : null;
}
