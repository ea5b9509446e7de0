import type { Page } from '@playwright/test';
import { isTakenOver } from '../../support/browser/steps.ts';
import { expect, test } from '../../support/browser/test.ts';

/** Assigns a string as HTML, as an injected script would. @returns the error's name; null: it became HTML */
const assignHtml = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    try {
      const place = document.createElement('div');
      place.innerHTML = '<b>a string</b>';
      return null;
    } catch (error) {
      return error instanceof Error ? error.name : String(error);
    }
  });

test('a page without foreign scripts refuses a string as HTML; its game’s shop still opens (14.18) @full', async ({
  browser,
}) => {
  // A context of its own: the fixture fails on violations.
  const context = await browser.newContext();
  const page = await context.newPage();
  // An answer would lead back to the shop.
  await page.route('**/api/common/heartbeat*', (route) => route.abort());
  for (const path of ['/inConstruction', '/no/such/page', '/error/maintenance', '/login']) {
    await page.goto(path);
    await isTakenOver(page);
    expect([path, await assignHtml(page)]).toEqual([path, 'TypeError']);
  }

  await page.unrouteAll();
  await page
    .getByRole('link', { name: /Miniflix/i })
    .first()
    .click();
  await expect(page).toHaveURL('/miniflix');
  await isTakenOver(page);
  // Gateways’ scripts share this page, so it only reports.
  expect(await assignHtml(page)).toBeNull();
  await context.close();
});
