import type { Page } from '@playwright/test';
import { closeScreen } from '../../support/browser/answers.ts';
import { findBarriers } from '../../support/browser/axe.ts';
import { keep, signIn } from '../../support/browser/player.ts';
import { projectOf, PROJECTS } from '../../support/browser/projects.ts';
import { isTakenOver } from '../../support/browser/steps.ts';
import { expect, test } from '../../support/browser/test.ts';

const WHITE = 'rgb(255, 255, 255)';
const GREY = 'rgb(233, 235, 238)';

const groundOf = (): string => getComputedStyle(document.body).backgroundColor;

/** Opens the maintenance page with its clock stopped, because it leaves by itself after ten seconds. */
async function openMaintenance(page: Page, address: string): Promise<void> {
  const now = Date.now();
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + 60_000);
  await page.goto(address);
  await isTakenOver(page, { isClockStopped: true });
}

test('[R01, R02, R03, R04] / redirects to the grey under-construction page, and /error to the maintenance page, which leads on to /login', async ({
  page,
}) => {
  const response = await page.goto('/');
  await expect(page).toHaveURL('/inConstruction');
  await expect(page.getByRole('heading', { name: 'This shop is coming soon' })).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.locator('body')).toHaveCSS('background-color', GREY);
  expect(response?.headers()['cache-control']).toMatch(/no-cache|no-store/);

  await openMaintenance(page, '/error');
  await expect(page).toHaveURL('/error/maintenance');
  await expect(
    page.getByRole('heading', { name: 'The shop is taking a short break' }),
  ).toBeVisible();
  await expect(page.getByText('Your orders and payments are safe.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page).toHaveURL('/login');
});

test('[R04] the maintenance page wears the theme and the gate of the last project, and leads back to it @full', async ({
  page,
}) => {
  await page.goto('/dr2');
  await expect(page.getByRole('button', { name: 'Choose a server', exact: true })).toBeVisible();
  await page.waitForLoadState('load');
  await expect
    .poll(async () => (await page.context().cookies()).some(({ name }) => name === 'project'))
    .toBe(true);
  const themed = await page.evaluate(groundOf);
  await openMaintenance(page, '/error/maintenance');
  await expect(page.locator('body')).toHaveCSS('background-color', themed);
  // React reveals a loaded part after a moment of its own clock.
  const gate = async () => {
    await page.clock.runFor(20);
    return page.locator('[data-set=gate] text').allTextContents();
  };
  await expect.poll(gate).toEqual(['Back soon']);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page).toHaveURL('/dr2');
});

const MISSING = [
  ['an unknown page of a project', '/miniflix/nowhere'],
  ['a project written in other letters', '/Miniflix'],
  ['an address that cannot be read', '/miniflix/%E0%A4%A'],
] as const;

test('[R18, R20] every address of no page answers with the white not-found page, which links to the last project @full', async ({
  page,
}) => {
  for (const [what, address] of MISSING) {
    await test.step(what, async () => {
      const response = await page.goto(address);
      expect(response?.status()).toBe(404);
      await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
      await expect(page.locator('body')).toHaveCSS('background-color', WHITE);
      await expect(page.getByRole('link', { name: 'Choose a game' })).toHaveAttribute(
        'href',
        '/login',
      );
    });
  }
  await keep(page, { project: 'cgg' });
  const response = await page.goto('/webpay/404');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to shop' }).click();
  await expect(page).toHaveURL('/cgg');
});

test('[R20, R21] the not-found page of a removed project does not link back to it', async ({
  page,
}) => {
  for (const path of ['', '/goodsList']) {
    // Storage of a browser that knew this project.
    await keep(page, { project: 'no_such_game' });
    await page.goto(`/no_such_game${path}`);
    await isTakenOver(page);
    await page.getByRole('link', { name: 'Choose a game' }).click();
    await expect(page).toHaveURL('/login');
  }
});

test('[A01, A02, R19] /login lists the six projects without barriers, and leads to the home of one @full', async ({
  page,
}) => {
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Choose your game' })).toBeVisible();
  await isTakenOver(page);
  // Texts have a dark ground of their own.
  expect(await findBarriers(page)).toEqual([]);
  const link = (name: string) =>
    page.getByRole('link', { name: `Open the ${name} shop`, exact: true });
  for (const { name, code } of PROJECTS) {
    await expect(link(name)).toHaveAttribute('href', `/${code}`);
  }
  const { name, code } = projectOf('vp_mbo');
  await link(name).click();
  await expect(page).toHaveURL(`/${code}`);
  await expect(page).toHaveTitle(`${name} · Shop`);
});

/** Pages that a project opens one by one. */
const LATER = [
  ['bargainirg', '/activity/bargainirg'],
  ['cumulation', '/activity/cumulation'],
  ['cumulation', '/activity/newCumulation'],
  ['card', '/activity/card'],
] as const;

test('[R15, R16, R17] an event page that a project has not opened says so and links to the shop', async ({
  page,
}) => {
  await signIn(page);
  for (const [screen, path] of LATER) {
    await test.step(path, async () => {
      await closeScreen(page, path, screen);
      await page.goto(`/miniflix${path}`);
      await expect(page.getByRole('heading', { name: 'Not open yet' })).toBeVisible();
      await expect(page).toHaveURL(`/miniflix${path}`);
      await expect(
        page.getByText("Miniflix hasn't opened this part of the shop yet."),
      ).toBeVisible();
      await expect(page.getByRole('link', { name: 'Go to shop' })).toHaveAttribute(
        'href',
        '/miniflix',
      );
    });
  }
});

/** One page of the shop, one of a payment and one of an event; guard.test.ts has the rule and routes.test.ts every page. */
const INTERCEPTED = ['/goodsList', '/payment', '/activity/cumulation'] as const;

test('[R07, R10, R16, R22] pages that need a player lead to home without one @full', async ({
  page,
}) => {
  await keep(page, { project: 'miniflix' });
  for (const path of INTERCEPTED) {
    await test.step(path, async () => {
      await page.goto(`/miniflix${path}`);
      await expect(page).toHaveURL('/miniflix');
      await expect(
        page.getByRole('button', { name: 'Choose a server', exact: true }),
      ).toBeVisible();
    });
  }
});

test('[R21] the first visit to a project leads to its home, also with a session elsewhere @full', async ({
  page,
}) => {
  await signIn(page);
  const isRemembered = (project: string): Promise<void> =>
    expect
      .poll(() => page.evaluate(() => localStorage.getItem('webpay:project')))
      .toBe(`"${project}"`);
  await page.goto('/miniflix/goodsList');
  await expect(page).toHaveURL('/miniflix/goodsList');

  await page.goto('/dr2/goodsList');
  await expect(page).toHaveURL('/dr2');
  await isRemembered('dr2');
  await page.goto('/miniflix/goodsList');
  await expect(page).toHaveURL('/miniflix');
  await isRemembered('miniflix');
  await page.goto('/miniflix/goodsList');
  await expect(page).toHaveURL('/miniflix/goodsList');
});

test('[R12] terms and privacy open in a sandboxed frame; no other address does, and one that fails to load can be retried or opened in the browser', async ({
  page,
}) => {
  const served: string[] = [];
  await page.context().route('https://www.miniflix.example/**', async (route) => {
    served.push(route.request().url());
    await route.fulfill({
      contentType: 'text/html',
      body: `<h1>Terms of Miniflix</h1><script>
        try { parent.document.title = 'broken out'; } catch { document.body.dataset.kept = 'in'; }
        try { top.location = 'https://evil.example/'; } catch {}
      </script>`,
    });
  });
  await page.goto('/miniflix');
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('webpay:project')))
    .toBe('"miniflix"');
  await page.getByRole('main').getByRole('link', { name: 'Terms' }).click();
  await expect(page).toHaveURL(/\/miniflix\/iframe\?url=/);
  await expect(page.getByRole('heading', { level: 1, name: 'Terms' })).toBeFocused();
  const frame = page.locator('main iframe');
  await expect(frame).toHaveAttribute('sandbox', /^(?!.*allow-(same-origin|top-navigation))/);
  await expect(
    page.frameLocator('main iframe').getByRole('heading', { name: 'Terms of Miniflix' }),
  ).toBeVisible();
  await expect(page.frameLocator('main iframe').locator('body')).toHaveAttribute('data-kept', 'in');
  await expect(page).toHaveTitle('Miniflix · Information');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL('/miniflix');

  served.length = 0;
  for (const address of [
    '/miniflix/iframe',
    '/miniflix/iframe?url=https%3A%2F%2Fwww.miniflix.example%2Fother',
    '/miniflix/iframe?url=https%3A%2F%2Fbank.example%2F3ds',
    '/miniflix/iframe?url=javascript%3Aalert(1)',
  ]) {
    await page.goto(address);
    await expect(
      page.getByRole('heading', { name: "This page can't be shown here" }),
    ).toBeVisible();
    await expect(page.locator('main iframe')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Go to shop' })).toBeVisible();
  }
  expect(served).toEqual([]);

  const url = 'https://www.miniflix.example/privacy';
  await page.context().route(`${url}*`, (route) => route.abort());
  await page.goto(`/miniflix/iframe?${new URLSearchParams({ url })}`);
  await expect(page.getByText("This page didn't load")).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open in browser' })).toHaveAttribute('href', url);
  await page.context().unrouteAll();
  await page
    .context()
    .route(`${url}*`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Privacy of Miniflix</h1>' }),
    );
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(
    page.frameLocator('main iframe').getByRole('heading', { name: 'Privacy of Miniflix' }),
  ).toBeVisible();
});
