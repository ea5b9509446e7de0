import { addresses } from '../../support/browser/shop.ts';
import { expect, test } from '../../support/browser/test.ts';

type Scale = {
  readonly root: string;
  readonly body: string;
  readonly hairlines: boolean;
  readonly overflow: number;
};

const scaleOf = (): Scale => {
  const { documentElement: root, body } = document;
  return {
    root: getComputedStyle(root).fontSize,
    body: getComputedStyle(body).fontSize,
    hairlines: root.classList.contains('hairlines'),
    overflow: root.scrollWidth - root.clientWidth,
  };
};

/** [viewport width, root font size] */
const RULE: readonly (readonly [number, string])[] = [
  [180, '20px'],
  [199, '20px'],
  [200, '20px'],
  [320, '32px'],
  [360, '36px'],
  [499, '49.9px'],
  [500, '50px'],
  [1280, '50px'],
];

test('[A05] the root font is a tenth of the width, 50 px from 500 px, 20 px below 200 px, also after a resize @full', async ({
  page,
}) => {
  await page.goto('/miniflix');
  for (const [width, root] of RULE) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(async () => (await page.evaluate(scaleOf)).root, `${width} px`).toBe(root);
  }
});

test('[A05] the stylesheet alone gives the same sizes without scripts @full', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${addresses().url}/miniflix`);
  for (const [width, root] of RULE) {
    await page.setViewportSize({ width, height: 800 });
    await expect(page.locator('html'), `${width} px`).toHaveCSS('font-size', root);
  }
  await context.close();
});

for (const dpr of [1, 2]) {
  test.describe(`at ${dpr} device pixels`, () => {
    test.use({ deviceScaleFactor: dpr });

    test(`[A06, A07] the body's font is ${12 * dpr} px and hairlines are ${dpr >= 2 ? 'on' : 'off'} at ${dpr} device pixels`, async ({
      page,
    }) => {
      await page.goto('/miniflix');
      await expect.poll(async () => (await page.evaluate(scaleOf)).body).toBe(`${12 * dpr}px`);
      await expect.poll(async () => (await page.evaluate(scaleOf)).hairlines).toBe(dpr >= 2);
    });
  });
}

test('[A05] a turned phone is scaled to its width although content is wider @full', async ({
  page,
}) => {
  await page.setViewportSize({ width: 800, height: 360 });
  await page.goto('/miniflix');
  await page.evaluate(() => {
    const wide = document.createElement('div');
    wide.style.inlineSize = '700px';
    wide.textContent = 'wide';
    document.body.append(wide);
  });
  await page.setViewportSize({ width: 360, height: 800 });
  await expect.poll(async () => (await page.evaluate(scaleOf)).root).toBe('36px');
});

test('[A05, A10] a page restored from the back-forward cache is scaled and reloaded', async ({
  page,
}) => {
  await page.goto('/miniflix');
  await expect(page.getByRole('button', { name: 'Choose a server', exact: true })).toBeVisible();
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '7px';
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
  });
  expect((await page.evaluate(scaleOf)).root).toBe('36px');

  const reloaded = page.waitForEvent('load');
  await page.evaluate(() => {
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await reloaded;
});

test('[A09] Escape closes no dialog, and pinch and double tap do not zoom @full', async ({
  page,
}) => {
  await page.goto('/miniflix');
  await page.getByRole('button', { name: 'Find my ID' }).click();
  const help = page.getByRole('dialog', { name: 'Where to find your ID' });
  await expect(help).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(help).toBeVisible();
  await help.getByRole('button', { name: 'Close' }).click();
  await expect(help).toBeHidden();

  const scaled = (): number => window.visualViewport?.scale ?? 1;
  await page.getByRole('heading', { level: 1 }).first().dblclick();
  expect(await page.evaluate(scaled)).toBe(1);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Input.synthesizePinchGesture', {
    x: 180,
    y: 300,
    scaleFactor: 2,
    gestureSourceType: 'touch',
  });
  expect(await page.evaluate(scaled)).toBe(1);
});

test('[A08] the legal line shows the years and the version', async ({ page }) => {
  await page.goto('/miniflix');
  const column = page.getByRole('main');
  await expect(column.getByText('© 2019-2024')).toBeVisible();
  await expect(column.getByText('v_WebPay_2.16.1_25091004')).toBeVisible();
});
