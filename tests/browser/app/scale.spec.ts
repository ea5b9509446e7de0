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

test('[A05, A09] the root font is a tenth of the width, 50 px from 500 px, 20 px below 200 px, also after a turn; the browser’s zoom stays possible, and Escape closes nothing @full', async ({
  page,
}) => {
  await page.goto('/miniflix');
  await expect(page.getByRole('button', { name: 'Choose a server', exact: true })).toBeVisible();
  for (const [width, root] of RULE) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(async () => (await page.evaluate(scaleOf)).root, `${width} px`).toBe(root);
  }

  await test.step('zoom by keys and wheel is possible, and the viewport limits no zoom', async () => {
    const blocked = await page.evaluate(() => {
      const send = (event: Event): boolean => !document.body.dispatchEvent(event);
      const init = { bubbles: true, cancelable: true };
      return {
        plus: send(new KeyboardEvent('keydown', { ...init, key: '=', ctrlKey: true })),
        minus: send(new KeyboardEvent('keydown', { ...init, key: '-', metaKey: true })),
        wheel: send(new WheelEvent('wheel', { ...init, ctrlKey: true, deltaY: -100 })),
        escape: send(new KeyboardEvent('keydown', { ...init, key: 'Escape' })),
      };
    });
    expect(blocked).toEqual({ plus: false, minus: false, wheel: false, escape: true });
    const viewport = page.locator('meta[name="viewport"]');
    await expect(viewport).not.toHaveAttribute('content', /user-scalable|maximum-scale/);
  });

  await test.step('a turned phone is scaled to its width although content is wider', async () => {
    await page.setViewportSize({ width: 800, height: 360 });
    await page.evaluate(() => {
      const wide = document.createElement('div');
      wide.style.inlineSize = '700px';
      wide.textContent = 'wide';
      document.body.append(wide);
    });
    await page.setViewportSize({ width: 360, height: 800 });
    await expect.poll(async () => (await page.evaluate(scaleOf)).root).toBe('36px');
    await page.evaluate(() => document.body.lastElementChild?.remove());
  });

  await test.step('Escape closes no dialog, and pinch and double tap do not zoom', async () => {
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
});

test("[A05, A06, A07, A08, A10] at 1 device pixel the body's font is 12 px without hairlines, the legal line shows years and version, and a restored page is scaled and reloaded", async ({
  page,
}) => {
  await page.goto('/miniflix');
  await expect.poll(async () => (await page.evaluate(scaleOf)).body).toBe('12px');
  await expect.poll(async () => (await page.evaluate(scaleOf)).hairlines).toBe(false);
  const column = page.getByRole('main');
  await expect(column.getByText('© 2019-2024')).toBeVisible();
  await expect(column.getByText('v_WebPay_2.16.1_25091004')).toBeVisible();

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

test.describe('at 2 device pixels', () => {
  test.use({ deviceScaleFactor: 2 });

  test("[A06, A07] the body's font is 24 px and hairlines are on at 2 device pixels", async ({
    page,
  }) => {
    await page.goto('/miniflix');
    await expect.poll(async () => (await page.evaluate(scaleOf)).body).toBe('24px');
    await expect.poll(async () => (await page.evaluate(scaleOf)).hairlines).toBe(true);
  });
});
