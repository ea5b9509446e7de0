import type { Locator, Page } from '@playwright/test';

/** Takes a row of an open picker, once its sheet has come to rest: a press on one that still rises goes where the row was. */
export async function takeOption(within: Locator | Page, name: string): Promise<void> {
  const option = within.getByRole('option', { name });
  await option.evaluate(async (row) => {
    const moving = row.closest('dialog')?.getAnimations({ subtree: true }) ?? [];
    const rising = moving.filter((each) => each instanceof CSSTransition);
    await Promise.allSettled(rising.map(({ finished }) => finished));
  });
  await option.click();
}
