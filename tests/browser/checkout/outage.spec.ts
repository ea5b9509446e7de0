import type { Response } from '@playwright/test';
import * as v from 'valibot';
import type { TestEnvironment } from '../../support/environment.ts';
import { checkOut } from '../../support/browser/checkout.ts';
import { confirmCharacter, continueButton } from '../../support/browser/player.ts';
import { expect } from '../../support/browser/test.ts';
import { outageTest as test } from '../../support/browser/own-shops.ts';

/** Kills the server again after every restart. */
async function keepDown(server: TestEnvironment['processes']['server'], signal: AbortSignal) {
  while (!signal.aborted) {
    await server.killHard();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Reads `_` of an answer; 0 for an invalid one. */
async function timeOf(response: Response): Promise<number> {
  const answer = v.safeParse(v.object({ _: v.number() }), await response.json().catch(() => null));
  return answer.success ? answer.output._ : 0;
}

test('[S01, S03, E02, R04] faulty mirrors do no harm; a killed server shows the maintenance page, and the shop returns to the last page @full', async ({
  page,
  outage,
}) => {
  const { environment, deadHost, faulty } = outage;
  const failed: string[] = [];
  page.on('requestfailed', (request) => failed.push(new URL(request.url()).origin));

  await page.goto('/miniflix');
  await confirmCharacter(page);
  await continueButton(page).click();
  await expect(page.getByRole('button', { name: /^60 Gems, / })).toBeVisible();
  await expect.poll(() => failed).toContain(deadHost);
  await test.step('a fast mirror with a wrong clock is not used', async () => {
    const listed = page.waitForResponse(
      async (response) =>
        response.url().endsWith('/api/recharge/product/lists') &&
        Math.abs(Date.now() - (await timeOf(response))) < 60_000,
    );
    await page.reload();
    await listed;
    expect([...faulty.asked].filter((url) => url !== faulty.wrongClock)).toEqual([]);
  });

  await page.getByRole('button', { name: /^60 Gems, / }).click();
  await expect(page.getByRole('button', { name: 'Buy now' })).toBeVisible();
  // The list is complete: the next failing call is the purchase.
  await page.waitForLoadState('networkidle');
  const isOver = new AbortController();
  const outageEnds = keepDown(environment.processes.server, isOver.signal);
  await page.getByRole('button', { name: 'Buy now' }).click();
  await expect(page).toHaveURL('/error/maintenance');
  await expect(
    page.getByRole('heading', { name: 'The shop is taking a short break' }),
  ).toBeVisible();
  await expect(page.getByText('Your orders and payments are safe.')).toBeVisible();
  isOver.abort();
  await outageEnds;

  await expect(page).toHaveURL(/\/miniflix\/directPayment\?product=gems-60/, { timeout: 120_000 });
  await expect(page.getByRole('radiogroup', { name: 'Payment method' })).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await checkOut(page);
});
