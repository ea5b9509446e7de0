import type { Page } from '@playwright/test';
import { accessLink } from '../../support/link-holder.ts';
import { answerOnce } from '../../support/browser/answers.ts';
import { findBarriers } from '../../support/browser/axe.ts';
import { listenTo } from '../../support/browser/heard.ts';
import { outside } from '../../support/browser/outside.ts';
import { chooseServer, freshCid, signIn } from '../../support/browser/player.ts';
import { MINIFLIX } from '../../support/browser/projects.ts';
import { sayIn } from '../../support/browser/texts.ts';
import { expect, test } from '../../support/browser/test.ts';

// Colours are those of the finished picture, not of one that is still fading in.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const open = (page: Page, link: string) => page.goto(`/miniflix#link=${link}`);
const shelf = (page: Page) => page.locator('[data-page=goodsList] button[aria-pressed]').first();
const switchCharacter = (page: Page) => page.getByRole('button', { name: 'Switch character' });

/** The link as its game's own server signs it. */
async function linkOfGame(cid: string): Promise<string> {
  const response = await fetch(`${outside().sandboxUrl}/game/${MINIFLIX.gameId}/link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ server_id: MINIFLIX.serverId, cid }),
  });
  const { url } = (await response.json()) as { url: string };
  return new URL(url).hash.replace('#link=', '');
}

test('[F18] a game opens the shop as its player: the shelf at once, and the link stands nowhere', async ({
  page,
}) => {
  const heard = await listenTo(page);
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
  await heard.announced('You are shopping as ');
  expect(told.join('\n')).not.toContain(link.slice(0, 40));
  const kept = await page.evaluate(() =>
    JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      document.cookie,
      history.state,
    ]),
  );
  expect(kept).not.toContain(link.slice(0, 40));
  expect(await page.content()).not.toContain(link.slice(0, 40));

  await page.reload();
  await expect(shelf(page), 'the session stays').toBeVisible();
  await page.goBack();
  expect(page.url(), 'nothing of it lies behind').not.toContain('link=');

  // The same link once more, in the tab that shows the shop: only the fragment changes.
  await page.goto('/miniflix');
  await open(page, link);
  await expect(page.getByRole('heading', { level: 1, name: 'Link has expired' })).toBeVisible();
  await expect(page).toHaveURL('/miniflix');
});

test('[F18, E08] a dead link says so, with a way on, and a reload does not say it again', async ({
  page,
}) => {
  const over = accessLink({ iat: Date.now() - 700_000, exp: Date.now() - 100_000 });
  for (const [link, words] of [
    [over, 'Link has expired'],
    ['nonsense', 'Link has expired'],
    ['', 'Link has expired'],
    [accessLink({ cid: '1234560' }), 'This account does not exist.'],
  ] as const) {
    await test.step(words, async () => {
      await page.goto('/robots.txt');
      await open(page, link);
      const title = page.getByRole('heading', { level: 1, name: words });
      await expect(title).toBeVisible();
      await expect(title, 'it is read out').toBeFocused();
      await expect(page.getByText(/^Ask for a new link in the game/)).toBeVisible();
      await expect(page).toHaveURL('/miniflix');
      expect(await findBarriers(page)).toEqual([]);
    });
  }
  await page.getByRole('button', { name: 'Enter your ID' }).click();
  await expect(page.getByRole('heading', { name: 'Who is it for?' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Who is it for?' })).toBeVisible();
});

test('[F18] a game that is silent leaves the link good for another try, also after a reload', async ({
  page,
}) => {
  await answerOnce(page, '/api/user/link', 10_504);
  await open(page, accessLink());
  await expect(
    page.getByRole('heading', { level: 1, name: 'The shop did not open' }),
  ).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await answerOnce(page, '/api/user/link', 10_502);
  await page.reload();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(shelf(page)).toBeVisible();
});

test('[F18, E01] who came by a link is its character until they leave it', async ({ page }) => {
  // Whoever was here before is told who shops now.
  const before = await signIn(page, MINIFLIX);
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
  await expect(page.getByText('This account is already linked with a character.')).toBeVisible();
  await page.getByRole('button', { name: 'Switch character' }).click();
  const goOn = page.getByRole('button', { name: /^Continue as / });
  await expect(goOn).toBeVisible();
  expect(await user(), 'the one before is logged out').toBeNull();
  await goOn.click();
  await expect(shelf(page)).toBeVisible();
  expect((await user())?.role.cid).toBe(other);
});

test('[F18, A13] a browser that forbids its storage opens the link all the same', async ({
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

test('[F18] in another game’s shop it opens nothing', async ({ page }) => {
  await page.goto(`/poi_mbo#link=${accessLink()}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Link has expired' })).toBeVisible();
  await page.getByRole('button', { name: 'Enter your ID' }).click();
  await chooseServer(page, 'S01 Gull Rock', sayIn('en'));
});
