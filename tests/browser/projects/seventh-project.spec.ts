import { execFile } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { CARDS, checkOut, payByCard } from '../../support/browser/checkout.ts';
import { confirmCharacter, continueButton, freshCid } from '../../support/browser/player.ts';
import { mailsOf } from '../../support/browser/sandbox.ts';
import { expect } from '../../support/browser/test.ts';
import { catalogueTest as test } from '../../support/browser/own-shops.ts';

/** Follows docs/adding-a-project.md with the smallest possible project. */

const ROOT = path.join(import.meta.dirname, '../../..');
const SMALLEST = path.join(import.meta.dirname, 'seventh-project/star_depot');
const run = promisify(execFile);

test('[A01, A02, R20] a seventh project imported into the running shop has its theme, languages and goods, and delivers a purchase @full', async ({
  page,
  shop,
}) => {
  const { environment, catalogue } = shop;
  const folder = path.join(catalogue, 'star_depot');
  const tool = async (verb: string): Promise<string> => {
    const script = path.join(ROOT, 'apps/api/src/operator/catalogue.ts');
    const env = { ...process.env, CATALOGUE_DIR: catalogue, DATABASE_URL: environment.databaseUrl };
    const told = await run(process.execPath, [script, verb], { env }).catch((error: unknown) =>
      // A failing program reports on stderr.
      typeof error === 'object' && error !== null && 'stderr' in error
        ? { stdout: '', stderr: String(error.stderr) }
        : Promise.reject(error),
    );
    return told.stdout + told.stderr;
  };

  expect((await fetch(`${environment.url}/star_depot`)).status).toBe(404);

  await test.step('a mistake in the folder is reported by file and field', async () => {
    await cp(SMALLEST, folder, { recursive: true });
    const products = path.join(folder, 'products.yaml');
    const right = await readFile(products, 'utf8');
    await writeFile(products, right.replace("EUR: '0.99'", "EUR: '0.999'"));
    expect(await tool('check')).toMatch(/\/star_depot\/products\.yaml:\d+: cells-50\.prices\.EUR:/);
    await writeFile(products, right);
    expect(await tool('check')).toContain('The catalogue holds 7 projects');
  });

  await test.step('the imported project appears in its own theme', async () => {
    expect(await tool('import')).toContain('star_depot');
    const home = `${environment.url}/star_depot`;
    await expect.poll(async () => (await fetch(home)).status).toBe(200);
    // The sandbox reads its games at its start; its supervisor restarts it.
    await environment.sandbox?.killHard();

    await page.goto('/login');
    await page.getByRole('link', { name: /Star Depot/ }).click();
    await expect(page).toHaveURL(home);
    await expect(page).toHaveTitle(/^Star Depot/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fuel for the long way home');
    await expect(page.locator('html')).toHaveAttribute('data-mode', 'dark');
    await expect(page.locator('main [data-primary]')).toHaveCSS(
      'background-color',
      'rgb(223, 145, 75)',
    );
    const emblem = page.locator('main img[src*="/star_depot/art/emblem.svg"]').first();
    await expect
      .poll(() => emblem.evaluate((each) => each instanceof HTMLImageElement && each.naturalWidth))
      .toBeGreaterThan(0);
    const german = await fetch(home, { headers: { 'accept-language': 'de' } });
    expect(await german.text()).toContain('Treibstoff für den langen Heimweg');
  });

  await test.step('a purchase reaches the mailbox of its game', async () => {
    const cid = freshCid();
    await expect
      .poll(() => mailsOf({ gameId: '41', serverId: 'd01', cid }).catch(() => null))
      .toEqual([]);
    await confirmCharacter(page, { server: 'D01 Quiet Dock', cid });
    await continueButton(page).click();
    await checkOut(page, '50 Fuel cells');
    await payByCard(page, CARDS.success, '$0.89');
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/way|delivered/);
    await expect.poll(() => mailsOf({ gameId: '41', serverId: 'd01', cid })).toHaveLength(1);
  });
});
