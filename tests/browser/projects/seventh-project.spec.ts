import { execFile } from 'node:child_process';
import { chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startTestEnvironment, type TestEnvironment } from '../../support/environment.ts';
import { CARDS, checkOut, payByCard } from '../../support/browser/checkout.ts';
import { mailsOf } from '../../support/browser/mailbox.ts';
import { confirmCharacter, continueAs, freshCid } from '../../support/browser/player.ts';
import { expect, test as base } from '../../support/browser/test.ts';
import { standalone } from '../../support/browser/standalone.ts';
import { sayIn } from '../../support/browser/texts.ts';

/** These are the steps of docs/adding-a-project.md; its folder is the smallest project there is. */

const ROOT = path.join(import.meta.dirname, '../../..');
const SMALLEST = path.join(import.meta.dirname, 'seventh-project/star_depot');
const run = promisify(execFile);

type Shop = { readonly environment: TestEnvironment; readonly catalogue: string };

const test = base.extend<object, { readonly shop: Shop }>({
  shop: [
    standalone<Shop>(async (use) => {
      const catalogue = await mkdtemp(path.join(tmpdir(), 'webpay-catalogue-'));
      await chmod(catalogue, 0o755);
      await cp(path.join(ROOT, 'catalogue'), catalogue, { recursive: true });
      const environment = await startTestEnvironment({ env: { CATALOGUE_DIR: catalogue } });
      await use({ environment, catalogue });
      await environment.stop();
      await rm(catalogue, { recursive: true });
    }),
    { scope: 'worker', timeout: 300_000 },
  ],
});

test('[A01, A02, R20] a seventh project is a folder: imported into the running shop it has its theme, its languages and its goods, and a purchase there ends in its game', async ({
  page,
  shop,
}) => {
  const { environment, catalogue } = shop;
  const folder = path.join(catalogue, 'star_depot');
  const tool = async (verb: string): Promise<string> => {
    const script = path.join(ROOT, 'apps/api/src/operator/catalogue.ts');
    const env = { ...process.env, CATALOGUE_DIR: catalogue, DATABASE_URL: environment.databaseUrl };
    const told = await run(process.execPath, [script, verb], { env }).catch((error: unknown) =>
      // What a program says before it ends with a code above 0 comes with the error.
      typeof error === 'object' && error !== null && 'stderr' in error
        ? { stdout: '', stderr: String(error.stderr) }
        : Promise.reject(error),
    );
    return told.stdout + told.stderr;
  };

  expect((await fetch(`${environment.url}/star_depot`)).status).toBe(404);

  await test.step('a mistake in the folder is named by file and field', async () => {
    await cp(SMALLEST, folder, { recursive: true });
    const products = path.join(folder, 'products.yaml');
    const right = await readFile(products, 'utf8');
    await writeFile(products, right.replace("EUR: '0.99'", "EUR: '0.999'"));
    expect(await tool('check')).toContain(
      'catalogue/star_depot/products.yaml: cells-50.prices.EUR:',
    );
    await writeFile(products, right);
    expect(await tool('check')).toContain('The catalogue holds 7 projects');
  });

  await test.step('imported, it is there within seconds, in its own colours', async () => {
    expect(await tool('import')).toContain('star_depot');
    const home = `${environment.url}/star_depot`;
    await expect.poll(async () => (await fetch(home)).status).toBe(200);
    // The sandbox reads its games at its start; its supervisor starts it again.
    await environment.sandbox?.killHard();

    await page.goto(`${environment.url}/login`);
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

  await test.step('a purchase ends in the mailbox of its game', async () => {
    const cid = freshCid();
    await expect
      .poll(() =>
        mailsOf({ gameId: '41', serverId: 'd01', cid }, environment.sandboxUrl).catch(() => null),
      )
      .toEqual([]);
    await confirmCharacter(page, { server: 'D01 Quiet Dock', cid });
    await page.getByRole('button', { name: continueAs(sayIn('en')) }).click();
    await checkOut(page, '50 Fuel cells');
    await payByCard(page, '$0.89', CARDS.success);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/way|arrived/);
    await expect
      .poll(() => mailsOf({ gameId: '41', serverId: 'd01', cid }, environment.sandboxUrl))
      .toHaveLength(1);
  });
});
