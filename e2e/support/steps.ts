import type { Page } from '@playwright/test';

/** How far the page is scrolled, px. */
export const scrollTop = (page: Page): Promise<number> => page.evaluate(() => window.scrollY);

/** A step of the router inside the page, as a link of a page that is not built yet would make it. */
export async function stepTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    const state = { key: crypto.randomUUID(), idx: history.length };
    history.pushState(state, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state }));
  }, path);
}
