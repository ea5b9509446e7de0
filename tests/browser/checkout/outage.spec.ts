import type { Response } from '@playwright/test';
import * as v from 'valibot';
import { checkOut } from '../../support/browser/checkout.ts';
import { expect, test } from '../../support/browser/own-environment.ts';
import { confirmCharacter, continueAs, freshCid } from '../../support/browser/player.ts';
import { MINIFLIX } from '../../support/browser/projects.ts';
import type { TestEnvironment } from '../../support/environment.ts';
import { sayIn } from '../../support/browser/texts.ts';

/** Its supervisor starts it again and again; so it is killed again and again. */
async function keepDown(
  server: TestEnvironment['processes']['server'],
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await server.killHard();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** `_` of an answer of ours; 0 for anybody else's. */
async function timeOf(response: Response): Promise<number> {
  const answer = v.safeParse(v.object({ _: v.number() }), await response.json().catch(() => null));
  return answer.success ? answer.output._ : 0;
}

test('[S01, S03, E02, R04] mirrors that are dead, slow, wrong by a day or somebody else’s page do no harm; a killed server shows the maintenance page, and the shop comes back to where one was', async ({
  page,
  outage,
}) => {
  const { environment, deadHost, faulty } = outage;
  const failed: string[] = [];
  page.on('requestfailed', (request) => failed.push(new URL(request.url()).origin));

  await page.goto(`${environment.url}/miniflix`);
  await confirmCharacter(page, { server: MINIFLIX.server, cid: freshCid() });
  await page.getByRole('button', { name: continueAs(sayIn('en')) }).click();
  await expect(page.getByRole('button', { name: /^60 Gems, / })).toBeVisible();
  await expect.poll(() => failed).toContain(deadHost);
  await test.step('the quickest host is wrong by a day: the shop asks it for nothing and keeps its own time', async () => {
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
  // The shelf has all it asks for: what breaks next is the purchase, not the page.
  await page.waitForLoadState('networkidle');
  const isOver = new AbortController();
  const outageEnds = keepDown(environment.processes.server, isOver.signal);
  await page.getByRole('button', { name: 'Buy now' }).click();
  await expect(page).toHaveURL(`${environment.url}/error/maintenance`);
  await expect(
    page.getByRole('heading', { name: 'The shop is taking a short break' }),
  ).toBeVisible();
  await expect(page.getByText('Your orders and payments are safe.')).toBeVisible();
  isOver.abort();
  await outageEnds;

  await expect(page).toHaveURL(/\/miniflix\/directPayment\?product=gems-60/, { timeout: 120_000 });
  await expect(page.getByRole('radiogroup', { name: 'Payment method' })).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await checkOut(page, MINIFLIX.topUp);
});
