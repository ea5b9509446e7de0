import type { Locator } from '@playwright/test';

/**
 * Presses a button that closes its own window. The window may be gone before Playwright confirms
 * the click; any other failure still counts.
 */
export async function pressLast(button: Locator): Promise<void> {
  const window = button.page();
  const closed = window.waitForEvent('close');
  await button.click().catch((error: unknown) => {
    if (!window.isClosed()) throw error;
  });
  await closed;
}
