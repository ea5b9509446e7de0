import type { Locator } from '@playwright/test';
import { chooseServer, continueButton, freshCid } from '../../support/browser/player.ts';
import { expect, test } from '../../support/browser/test.ts';

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

for (const size of PANES) {
  test(`[F01] at ${size.width}×${size.height} the ID card stands beside the headline with its one button in view`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    await page.goto('/miniflix');
    const choose = page.getByRole('button', { name: 'Choose a server', exact: true });
    await expect(choose).toBeInViewport({ ratio: 1 });
    await expect(page.locator('main [data-primary]:visible')).toHaveCount(1);

    const [title, field] = await Promise.all([
      boxOf(page.getByRole('heading', { level: 1 })),
      boxOf(page.getByRole('textbox', { name: 'Character ID' })),
    ]);
    expect(field.x).toBeGreaterThan(title.x + title.width);

    await chooseServer(page);
    await page.keyboard.type(freshCid());
    await expect(continueButton(page)).toBeInViewport({ ratio: 1 });
    const found = page.getByText('is this you?');
    await expect(found).toBeInViewport({ ratio: 1 });
    const [row, button] = await Promise.all([boxOf(found), boxOf(continueButton(page))]);
    expect(row.y + row.height, 'the button does not cover the name').toBeLessThanOrEqual(button.y);
  });
}

test('[F01] a character that is found moves nothing below the ID card', async ({ page }) => {
  await page.goto('/miniflix');
  await chooseServer(page);
  const goods = page.getByRole('button', { name: /^60 Gems, / });
  const field = page.getByRole('textbox', { name: 'Character ID' });
  await field.fill('1234');
  await expect(page.getByRole('status').filter({ hasText: 'e.g. 204518763' })).toBeVisible();
  const before = await boxOf(goods);
  await field.fill(freshCid());
  await expect(page.getByText('is this you?')).toBeVisible();
  expect((await boxOf(goods)).y).toBeCloseTo(before.y, 0);
});

test('the keyboard reaches the ID card with its button before goods, events and news', async ({
  page,
}) => {
  await page.goto('/miniflix');
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
