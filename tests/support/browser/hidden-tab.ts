import type { Page } from '@playwright/test';

/**
 * As a tab is while another one is looked at: told that it is hidden, given no pictures, its timers held
 * back to one a second. The browser of the tests shows all its tabs at once, so the page is told.
 * @returns brings the tab back, and says how many pictures it had asked for in vain
 */
export async function hideTab(page: Page): Promise<() => Promise<number>> {
  const held = await page.evaluateHandle(() => {
    const waiting: FrameRequestCallback[] = [];
    const draw = window.requestAnimationFrame.bind(window);
    const after = window.setTimeout;
    const say = (state: DocumentVisibilityState): void => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
      document.dispatchEvent(new Event('visibilitychange'));
    };
    window.requestAnimationFrame = (callback) => -waiting.push(callback);
    window.setTimeout = ((work: TimerHandler, ms = 0, ...given: unknown[]) =>
      after(work, Math.max(1000, ms), ...given)) as typeof setTimeout;
    say('hidden');
    return () => {
      window.requestAnimationFrame = draw;
      window.setTimeout = after;
      say('visible');
      for (const callback of waiting) draw(callback);
      return waiting.length;
    };
  });
  return async () => {
    const count = await held.evaluate((show) => show());
    await held.dispose();
    return count;
  };
}
