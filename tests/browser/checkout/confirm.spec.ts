import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import {
  chooseServer,
  confirmCharacter,
  continueButton,
  freshCid,
  takeOption,
} from '../../support/browser/player.ts';
import { MINIFLIX, PEARL_ISLES } from '../../support/browser/projects.ts';
import { isTakenOver } from '../../support/browser/steps.ts';
import { expect, test } from '../../support/browser/test.ts';
import { type Say, sayIn } from '../../support/browser/texts.ts';

async function open(page: Page, say: Say, address = '/miniflix'): Promise<void> {
  await page.goto(address);
  const name = `${say('home.region')}, ${say('home.region_placeholder')}`;
  await expect(page.getByRole('button', { name })).toBeVisible();
  // Blur events before hydration are lost, unlike presses and input.
  await isTakenOver(page);
}

function fieldsOf(page: Page, say: Say) {
  return {
    region: page.getByRole('button', { name: new RegExp(`^${say('home.region')}, `) }),
    server: page.getByRole('button', { name: new RegExp(`^${say('home.server')}, `) }),
    cid: page.getByRole('textbox', { name: say('home.cid') }),
    goOn: continueButton(page, say),
  };
}

/**
 * Enters the ID of a character of another game (it starts with 9). The redirect waits for the
 * page's clock, which stands still.
 */
async function meetStranger(page: Page) {
  const fields = fieldsOf(page, sayIn('en'));
  const typed = `9${freshCid().slice(1)}`;
  await fields.cid.fill(typed);
  const title = page.getByRole('heading', { name: 'Different game' });
  const isThere = async () => {
    await page.clock.runFor(100);
    return title.isVisible();
  };
  await expect.poll(isThere).toBe(true);
  return { title, typed, cid: fields.cid };
}

test('[V03, F01, E06] home names the missing region, server and valid ID, and reports an unknown ID under its field', async ({
  page,
}) => {
  const say = sayIn('en');
  await open(page, say);
  const fields = fieldsOf(page, say);
  await fields.cid.fill('12');
  await fields.cid.blur();
  await expect(page.getByText(say('home.select_region'), { exact: true })).toBeVisible();
  await expect(page.getByText(say('home.select_server'), { exact: true })).toBeVisible();
  await expect(page.getByText(say('home.invalid_cid'), { exact: true })).toBeVisible();
  await expect(fields.cid).toHaveAttribute('aria-invalid', 'true');

  await chooseServer(page);
  await expect(page.getByText(say('home.select_region'), { exact: true })).toBeHidden();
  await expect(page.getByText(say('home.select_server'), { exact: true })).toBeHidden();
  await expect(page.getByText(say('home.invalid_cid'), { exact: true })).toBeVisible();
  await fields.cid.fill('1234567890');
  await expect(page.getByText(say('home.no_character', { server: MINIFLIX.server }))).toBeVisible();
  await expect(fields.cid).toHaveValue('1234567890');
  await fields.cid.fill(freshCid());
  await expect(fields.goOn).toBeVisible();
});

/** The cross that clears a search has the colour of the theme's text, not the browser's own. */
async function expectThemedCross(page: Page, search: Locator): Promise<void> {
  const cross = await search.evaluate((field) => {
    const moving = field.closest('dialog')?.getAnimations({ subtree: true }) ?? [];
    for (const each of moving) each.finish();
    const { right, top, height } = field.getBoundingClientRect();
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--text-2)';
    const colour = getComputedStyle(probe).color;
    probe.remove();
    // Inside the field's ring.
    const side = Math.round(height / 2);
    return { clip: { x: right - side, y: top + side / 2, width: side, height: side }, colour };
  });
  const wanted = (cross.colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
  const shot = sharp(await page.screenshot({ clip: cross.clip })).removeAlpha();
  const { data } = await shot.raw().toBuffer({ resolveWithObject: true });
  const pixels = Array.from({ length: data.length / 3 }, (_, index) => [
    ...data.subarray(index * 3, index * 3 + 3),
  ]);
  const sum = (pixel: readonly number[]) => pixel.reduce((all, each) => all + each, 0);
  const darkest = pixels.reduce((dark, each) => (sum(each) < sum(dark) ? each : dark));
  const far = Math.max(...darkest.map((each, part) => Math.abs(each - (wanted[part] ?? 0))));
  expect(far, `the cross is ${darkest.join(' ')}, the text ${wanted.join(' ')}`).toBeLessThan(10);
}

test('[F01, A03] region and server can be searched, also by keyboard, by a field whose cross has the colour of the theme’s text, a server in maintenance cannot be chosen, and an image shows where to find the ID @full', async ({
  page,
}) => {
  const say = sayIn('en');
  await open(page, say);
  const fields = fieldsOf(page, say);

  await fields.region.click();
  const regions = page.getByRole('dialog', { name: 'Choose your region' });
  await takeOption(regions, 'Europe');
  await expect(fields.region).toHaveAccessibleName('Region, Europe');

  await fields.server.click();
  const servers = page.getByRole('dialog', { name: 'Choose your server' });
  const search = servers.getByRole('combobox');
  await expect(servers.getByRole('option', { name: 'S12 Dawnharbor' })).toBeVisible();
  await expect(servers.getByRole('option', { name: 'S01 Sunset Lot' })).toHaveCount(0);
  const closed = servers.getByRole('option', { name: /S16 Clockwork Alley/ });
  await expect(closed).toContainText('Under maintenance');
  // The event needs no coordinates: the sheet may still be moving.
  await closed.dispatchEvent('click');
  await expect(servers).toBeVisible();

  await search.fill('no such place');
  await expect(servers.getByText('No server called "no such place".')).toBeVisible();
  await expectThemedCross(page, search);
  await search.fill('neon');
  await expect(servers.getByRole('option', { name: /S21 Neon Harbor/ })).toBeVisible();
  await search.press('Enter');
  await expect(servers).toBeHidden();
  await expect(fields.server).toHaveAccessibleName('Server, S21 Neon Harbor');
  await expect(fields.region).toHaveAccessibleName('Region, Asia Pacific');

  await page.getByRole('button', { name: 'Find my ID' }).click();
  const picture = page.getByRole('img', { name: 'Game profile with the Character ID marked' });
  await expect(picture).toBeVisible();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(100);
});

test('[V04] the role look-up sends an upper-case ID where the project wants it, and no empty fields', async ({
  page,
}) => {
  const bodies: URLSearchParams[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/user/role')) {
      bodies.push(new URLSearchParams(request.postData() ?? ''));
    }
  });
  const cid = `k${freshCid()}`;
  await page.goto('/poi_mbo');
  await confirmCharacter(page, { server: PEARL_ISLES.server, cid });
  const sent = bodies.at(-1);
  expect(sent?.get('cid')).toBe(cid.toUpperCase());
  expect(sent?.get('server_id')).toBe(PEARL_ISLES.serverId);
  for (const name of ['pwd', 'v_code', 'v_code_md5']) expect(sent?.has(name)).toBe(false);
});

test('[F12] a character of another game is told so and redirected to its own shop, unless the player stays @full', async ({
  page,
}) => {
  await page.clock.install();
  await open(page, sayIn('en'));
  await chooseServer(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  await test.step('the redirect waits and can be cancelled', async () => {
    const { title, cid } = await meetStranger(page);
    await page.clock.runFor(5_000);
    await expect(title).toBeVisible();
    await page.getByRole('button', { name: 'Stay here' }).click();
    await expect(title).toBeHidden();
    await page.clock.runFor(20_000);
    await expect(page).toHaveURL('/miniflix');
    await expect(cid).toHaveValue('');
  });

  const { title, typed } = await meetStranger(page);
  await expect(page.getByText(/^This character is from Pearl Isles\./)).toBeInViewport();
  await expect(title).toBeFocused();
  await expect(page.getByRole('button', { name: 'Stay here' })).toBeInViewport();
  await page.clock.runFor(9_000);
  await page.clock.resume();
  await expect(page).toHaveURL('/poi_mbo');
  const there = page.getByRole('textbox', { name: 'Character ID' });
  await expect(there, 'the ID arrives without the address').toHaveValue(typed);
  const kept = () => page.evaluate(() => sessionStorage.getItem('webpay:cidBrought:poi_mbo'));
  await expect.poll(kept, 'the stored ID is removed').toBeNull();
});
