import type { Page } from '@playwright/test';
import { moveClock } from '../shop-days.ts';
import type { TestEnvironment } from '../environment.ts';

/**
 * The shop's clock and the page's, moved together: a moment comes by a jump, however long a slow machine takes to get
 * there. Both go on by themselves.
 */
export function clocksOf(page: Page, environment: TestEnvironment) {
  let offsetMs = 0;
  return {
    /** By the shop's clock. */
    now: () => Date.now() + offsetMs,
    /** How far the shop's clock was moved. */
    offsetMs: () => offsetMs,
    /** It is this time in the shop; the page's clock is wrong by so much, and stays so. */
    setOut: async (shopMs: number, wrongMs = 0) => {
      offsetMs = Math.round(shopMs - Date.now());
      await moveClock(environment, offsetMs);
      await page.clock.install({ time: Date.now() + offsetMs + wrongMs });
    },
    /** So much time passes in the shop, and in the page so much more. */
    pass: async (ms: number, more = 0) => {
      offsetMs += Math.round(ms);
      await moveClock(environment, offsetMs);
      await page.clock.fastForward(Math.round(ms) + more);
    },
  };
}
