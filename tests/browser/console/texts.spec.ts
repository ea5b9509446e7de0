import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { expectSound } from '../../support/browser/console-looks.ts';
import { consoleTest as test } from '../../support/browser/console.ts';
import { joinAs, openConsole } from '../../support/browser/operators.ts';
import { addresses, oneRow } from '../../support/browser/shop.ts';
import { expect } from '../../support/browser/test.ts';

const PNG = 'dr2/art/app-192.png';
const CATALOGUE = path.join(import.meta.dirname, '../../../catalogue');

test('live-ops translate a text and see it in the shop; a colour that nobody can read is refused; a picture is replaced, served and taken back @full', async ({
  page,
  browser,
}) => {
  const { nextCode } = await joinAs(page, 'liveops');
  await openConsole(page);
  await page.goto('/shop/cgg');
  const parts = page.getByRole('navigation', { name: 'Parts of the catalogue' });
  await parts.getByRole('link', { name: 'Texts' }).click();
  await page.getByLabel('Language').selectOption({ label: 'Filipino' });
  await page.getByRole('searchbox', { name: 'Find a text' }).fill('bloom');
  const field = page.getByRole('textbox', { name: 'Let it all bloom in Filipino' });
  await expect(field).toHaveValue('Pamukadkarin ang lahat');
  await expect(page.getByText('project › tagline')).toBeVisible();
  await field.fill('Mamukadkad ang lahat');
  await expect(page.getByText('1 text is changed.')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find a text' }).fill('');
  await expectSound(page, [390, 1280]);
  await page.getByRole('button', { name: 'Check and review…' }).click();
  await expect(page.getByText('The draft has no mistake.')).toBeVisible();
  await page.getByRole('button', { name: 'Show the difference…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/Mamukadkad ang lahat/)).toBeVisible();
  await dialog.getByLabel('Why').fill('A player wrote that it sounds wrong.');
  await dialog.getByLabel('Code from your app').fill(await nextCode());
  await dialog.getByRole('button', { name: 'Publish 1 imported file' }).click();
  await expect(dialog.getByText('Done: Publish 1 imported file.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText('0 texts are changed.')).toBeVisible();
  const player = await (await browser.newContext({ locale: 'tl' })).newPage();
  await player.goto(`${addresses().url}/cgg?lang=tl`);
  await expect(player.getByText('Mamukadkad ang lahat').first()).toBeVisible();

  await parts.getByRole('link', { name: 'Theme' }).click();
  await expect(page.getByText('every pair can be read')).toBeVisible();
  const token = page.getByRole('textbox', { name: 'on-btn', exact: true });
  const before = await token.inputValue();
  await token.fill('#888888');
  await expect(page.getByText('1 too weak')).toBeVisible();
  await expectSound(page, [390, 1280]);
  await page.getByRole('button', { name: 'Check and review…' }).click();
  await expect(
    page.getByText(/#888888 on btn .+ has a contrast of .+ text needs 4\.5 : 1/),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Undo all' }).click();
  await expect(token).toHaveValue(before);
  await expect(page.getByText('every pair can be read')).toBeVisible();

  await parts.getByRole('link', { name: 'Pictures' }).click();
  const icon = readFileSync(path.join(CATALOGUE, 'dr2/art/icon.webp'));
  const choose = (label: string, name: string, buffer: Buffer) =>
    page.getByLabel(label, { exact: true }).setInputFiles({ name, mimeType: '', buffer });
  const coin = page.getByRole('listitem', { name: 'coin.webp' });
  await choose('Replace coin.webp', 'a.png', readFileSync(path.join(CATALOGUE, PNG)));
  await expect(coin.getByRole('alert')).toHaveText('Choose a whole WebP picture.');
  await choose('Replace coin.webp', 'a better coin.webp', icon);
  await expect(coin.getByText('not published yet')).toBeVisible();
  await expect(coin.getByRole('alert')).toHaveCount(0);
  await choose('New picture', 'app-192.png', readFileSync(path.join(CATALOGUE, PNG)));
  await expect(page.getByRole('alert')).toContainText('is an icon of the installed app');
  await choose('New picture', 'New Coin.webp', icon);
  await expect(page.getByRole('listitem', { name: 'new-coin.webp' })).toBeVisible();
  await expect(page.getByText('2 pictures are changed.')).toBeVisible();
  // Leaving asks first, and staying keeps the edits.
  const asked = page.waitForEvent('dialog');
  const leaving = parts.getByRole('link', { name: 'Files' }).click();
  const question = await asked;
  expect(question.message()).toContain('not published are lost');
  await Promise.all([question.dismiss(), leaving]);
  await expect(page.getByText('2 pictures are changed.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo new-coin.webp' }).click();
  await page.getByRole('searchbox', { name: 'Find a picture' }).fill('');
  await expectSound(page, [390, 1280]);
  const publish = async (why: string) => {
    await page.getByRole('button', { name: 'Check and review…' }).click();
    await page.getByRole('button', { name: 'Show the difference…' }).click();
    await dialog.getByLabel('Why').fill(why);
    await dialog.getByLabel('Code from your app').fill(await nextCode());
    await expect(
      dialog.getByText(/theme\.art\.ticket cgg\/art\/coin\.webp \(\w{8}\) → /),
    ).toBeVisible();
    await dialog.getByRole('button', { name: 'Publish 1 imported file' }).click();
    await expect(dialog.getByText('Done: Publish 1 imported file.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(page.getByText('0 pictures are changed.')).toBeVisible();
  };
  const ticket = async () => {
    const sql = `select data #>> '{theme,art,ticket}' as address from projects where code = 'cgg'`;
    return v.parse(v.object({ address: v.string() }), await oneRow(sql, [])).address;
  };
  const own = await ticket();
  await publish('A better coin.');
  await expect(coin.getByText('from a version')).toBeVisible();
  const answer = await page.request.get(addresses().url + (await ticket()));
  expect((await answer.body()).equals(icon)).toBe(true);

  await page.getByRole('button', { name: 'Remove coin.webp' }).click();
  await expect(coin.getByText('the folder’s comes back')).toBeVisible();
  await publish('The old coin was better.');
  await expect(coin.getByText('from a version')).toHaveCount(0);
  expect(await ticket()).toBe(own);
});
