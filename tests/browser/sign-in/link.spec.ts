import type { Page } from '@playwright/test';
import { accessLink } from '../../support/mall-buyer.ts';
import { answerOnce } from '../../support/browser/answers.ts';
import { findBarriers } from '../../support/browser/axe.ts';
import { listenTo } from '../../support/browser/observe.ts';
import { continueButton, freshCid, keptBy, signIn } from '../../support/browser/player.ts';
import { MINIFLIX } from '../../support/browser/projects.ts';
import { addresses } from '../../support/browser/shop.ts';
import { expect, test } from '../../support/browser/test.ts';
import { postJson } from '../../support/shopper.ts';

const open = (page: Page, link: string) => page.goto(`/miniflix#link=${link}`);
const shelf = (page: Page) =>
  page.locator('[data-page=goodsList] main button[aria-pressed]').first();
const switchCharacter = (page: Page) => page.getByRole('button', { name: 'Switch character' });

/** Requests an access link signed by the game's server. */
async function linkOfGame(cid: string): Promise<string> {
  const address = `${addresses().sandboxUrl}/game/${MINIFLIX.gameId}/link`;
  const { url } = await postJson(address, { server_id: MINIFLIX.serverId, cid });
  return new URL(String(url)).hash.replace('#link=', '');
}

test('[F18] an access link from the game opens the goods list and leaves no trace', async ({
  page,
}) => {
  const shownTexts = await listenTo(page);
  const link = await linkOfGame(freshCid());
  const told: string[] = [];
  page.on('request', (request) => {
    told.push(request.url(), request.headers()['referer'] ?? '');
    if (!request.url().endsWith('/api/user/link')) told.push(request.postData() ?? '');
  });
  page.on('console', (message) => told.push(message.text()));
  await open(page, link);
  await expect(shelf(page)).toBeVisible();
  await expect(page).toHaveURL('/miniflix/goodsList');
  await shownTexts.announced("You're shopping as ");
  expect(told.join('\n')).not.toContain(link.slice(0, 40));
  const kept = await keptBy(page);
  expect(kept).not.toContain(link.slice(0, 40));
  expect(await page.content()).not.toContain(link.slice(0, 40));

  await page.reload();
  await expect(shelf(page), 'the session stays').toBeVisible();
  await page.goBack();
  expect(page.url(), 'the history holds no link').not.toContain('link=');

  // The same link again: only the fragment changes.
  await page.goto('/miniflix');
  await open(page, link);
  await expect(page.getByRole('heading', { level: 1, name: 'Link has expired' })).toBeVisible();
  await expect(page).toHaveURL('/miniflix');
});

test('[F18, E08] an invalid access link is reported with a next step; one stays usable while the game does not answer, also after a reload @full', async ({
  page,
}) => {
  const over = accessLink({ iat: Date.now() - 700_000, exp: Date.now() - 100_000 });
  for (const [link, words] of [
    [over, 'Link has expired'],
    ['', 'Link has expired'],
    [accessLink({ cid: '1234560' }), "This account doesn't exist."],
  ] as const) {
    await test.step(words, async () => {
      await page.goto('/robots.txt');
      await open(page, link);
      const title = page.getByRole('heading', { level: 1, name: words });
      await expect(title).toBeVisible();
      await expect(title, 'it is announced').toBeFocused();
      await expect(page.getByText(/^Get a new link in the game/)).toBeVisible();
      await expect(page).toHaveURL('/miniflix');
      expect(await findBarriers(page)).toEqual([]);
    });
  }
  await page.getByRole('button', { name: 'Enter your ID' }).click();
  await expect(page.getByRole('heading', { name: 'Who are you topping up?' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Who are you topping up?' })).toBeVisible();

  await page.goto('/robots.txt');
  await answerOnce(page, '/api/user/link', 10_504);
  await open(page, accessLink());
  await expect(
    page.getByRole('heading', { level: 1, name: "Couldn't open the shop" }),
  ).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await answerOnce(page, '/api/user/link', 10_502);
  await page.reload();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(shelf(page)).toBeVisible();
});

test('[F18, E01] a linked character stays until the player switches characters @full', async ({
  page,
}) => {
  // A session existed before the link.
  const before = await signIn(page);
  const cid = freshCid();
  await open(page, accessLink({ server_id: MINIFLIX.serverId, cid }));
  await expect(shelf(page)).toBeVisible();
  const user = () =>
    page.evaluate(
      () =>
        JSON.parse(localStorage.getItem('webpay:user:miniflix') ?? 'null') as {
          role: { cid: string };
        } | null,
    );
  expect((await user())?.role.cid).toBe(cid);
  expect(cid).not.toBe(before.cid);
  await expect
    .poll(
      async () => (await before.client.call('cartGet', {})).code,
      'the session nobody holds any more is over at the server, too',
    )
    .toBe(11_002);

  await page.goto('/miniflix');
  await switchCharacter(page).click();
  const field = page.getByRole('textbox', { name: 'Character ID' });
  const other = freshCid();
  await field.fill(other);
  await expect(page.getByText('This account is already linked to a character.')).toBeVisible();
  await page.getByRole('button', { name: 'Switch character' }).click();
  const goOn = continueButton(page);
  await expect(goOn).toBeVisible();
  await expect.poll(user, 'the previous character is logged out').toBeNull();
  await goOn.click();
  await expect(shelf(page)).toBeVisible();
  await expect.poll(async () => (await user())?.role.cid).toBe(other);
});

test('[F18, A13] an access link works in a browser that forbids storage @full', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const forbid = {
      get: () => {
        throw new DOMException('no', 'SecurityError');
      },
    };
    Object.defineProperty(window, 'sessionStorage', forbid);
    Object.defineProperty(window, 'localStorage', forbid);
  });
  await open(page, accessLink());
  await expect(shelf(page)).toBeVisible();
  await expect(page).toHaveURL('/miniflix/goodsList');
});
