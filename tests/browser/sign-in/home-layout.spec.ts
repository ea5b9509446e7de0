import type { Locator } from '@playwright/test';
import { speak } from '../../support/browser/languages.ts';
import { chooseServer, continueButton, freshCid } from '../../support/browser/player.ts';
import { MINIFLIX } from '../../support/browser/projects.ts';
import { resizeTo } from '../../support/browser/steps.ts';
import { expect, test } from '../../support/browser/test.ts';
import { sayIn } from '../../support/browser/texts.ts';

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('the element is not drawn');
  return box;
}

const PANES = [
  { width: 740, height: 360 },
  { width: 800, height: 360 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
] as const;

test(`[F01] at ${PANES.map(({ width, height }) => `${width}×${height}`).join(', ')} the ID card stands beside the headline with its one button in view @full`, async ({
  page,
}) => {
  await page.setViewportSize(PANES[0]);
  await page.goto('/miniflix');
  const choose = page.getByRole('button', { name: 'Choose a server', exact: true });
  const idField = page.getByRole('textbox', { name: 'Character ID' });
  for (const size of PANES) {
    await resizeTo(page, size);
    await expect(choose).toBeInViewport({ ratio: 1 });
    await expect(page.locator('main [data-primary]:visible')).toHaveCount(1);
    const gap = async () => {
      const title = await boxOf(page.getByRole('heading', { level: 1 }));
      return (await boxOf(idField)).x - title.x - title.width;
    };
    await expect.poll(gap, `the card beside the headline at ${size.width} px`).toBeGreaterThan(0);
  }

  await chooseServer(page);
  await expect(idField).toBeFocused();
  await page.keyboard.type(freshCid());
  const found = page.getByText('is this you?');
  for (const size of PANES) {
    await resizeTo(page, size);
    await expect(continueButton(page)).toBeInViewport({ ratio: 1 });
    await expect(found).toBeInViewport({ ratio: 1 });
    const gap = async () => {
      const row = await boxOf(found);
      return (await boxOf(continueButton(page))).y - row.y - row.height;
    };
    await expect
      .poll(gap, `the button does not cover the name at ${size.width} px`)
      .toBeGreaterThanOrEqual(0);
  }
});

const LAYOUTS = [
  ['en', 360, 800],
  ['ta', 360, 800],
  ['de', 320, 640],
  ['en', 800, 360],
] as const;

test(`[F01, V03] in ${LAYOUTS.map(([lang, width, height]) => `${lang} at ${width}×${height}`).join(', ')} an ID of 4 digits gets the reason why it waits; neither it, nor an answer, nor an unknown ID moves goods or button @full`, async ({
  page,
}) => {
  await page.goto('/miniflix');
  await test.step('the keyboard reaches the ID card with its button before goods, events and news', async () => {
    await expect(page.getByRole('heading', { name: 'Happening now' })).toBeVisible();
    const order = await page.locator('main').evaluate((main) => {
      const stops = [...main.querySelectorAll('[data-primary], h2')];
      return stops.map((each) => (each.hasAttribute('data-primary') ? 'primary' : 'heading'));
    });
    expect(order.slice(0, 3), 'ID card, its button, goods').toEqual([
      'heading',
      'primary',
      'heading',
    ]);
  });

  await chooseServer(page, 'S01');
  const goods = page.locator('main li button[aria-pressed]').first();
  const foot = page.locator('main [data-primary]:visible');
  const placed = async () => [(await boxOf(goods)).y, (await boxOf(foot)).y].map(Math.round);
  for (const [lang, width, height] of LAYOUTS) {
    await test.step(`${lang} at ${width}×${height}`, async () => {
      const say = sayIn(lang);
      await resizeTo(page, { width, height });
      if ((await page.locator('html').getAttribute('lang')) !== lang) {
        await speak(page, MINIFLIX.code, lang);
      }
      const field = page.getByRole('textbox', { name: say('home.cid') });
      const reason = say('home.cid_like', { example: '204518763' });
      await field.focus();
      let before: number[] = [];
      const isAtRest = async () => {
        before = await placed();
        await page.evaluate(
          () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
        );
        return String(await placed()) === String(before);
      };
      await expect.poll(isAtRest).toBe(true);
      await page.keyboard.type('1234');
      await expect(page.getByRole('status').filter({ hasText: reason })).toBeVisible();
      expect(await placed(), 'while the ID is typed').toEqual(before);
      if (lang === 'en' && width === 360) {
        const { y } = await boxOf(goods);
        await field.fill('1234567890');
        await expect(page.getByRole('alert').filter({ hasText: 'No character' })).toBeVisible();
        expect((await boxOf(goods)).y, 'with an unknown ID').toBeCloseTo(y, 0);
      }
      await field.fill(freshCid());
      await expect(continueButton(page, say)).toBeVisible();
      expect(await placed(), 'with the character found').toEqual(before);
      await field.fill('');
      await expect(continueButton(page, say)).toBeHidden();
      expect(await placed(), 'with the ID cleared').toEqual(before);
    });
  }
});

test('[F01] at 800×360 the button covers no row of the ID card in the theme with the widest letters @full', async ({
  page,
}) => {
  await page.setViewportSize({ width: 800, height: 360 });
  await page.goto('/dr2');
  const choose = page.getByRole('button', { name: 'Choose a server', exact: true });
  await expect(choose).toBeInViewport({ ratio: 1 });
  // The theme's letters may still arrive.
  const gap = async () => {
    const row = await boxOf(page.getByText('Enter your ID'));
    return (await boxOf(choose)).y - row.y - row.height;
  };
  await expect.poll(gap).toBeGreaterThanOrEqual(0);
});
