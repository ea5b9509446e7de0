import type { Locator, Page } from '@playwright/test';
import { findBarriers } from '../../support/browser/axe.ts';
import { freshCid, signIn } from '../../support/browser/player.ts';
import { isTakenOver, resizeTo } from '../../support/browser/steps.ts';
import { expect, test } from '../../support/browser/test.ts';

const PACK = 'Blockbuster chest';
const WIDE = { width: 1280, height: 800 };

const card = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: new RegExp(`^${name}, `) });
const itemOf = (page: Page, name = PACK): Locator => page.getByRole('dialog', { name });
const buyIn = (item: Locator): Locator => item.getByRole('button', { name: /^Buy now/ });

async function openShelf(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await signIn(page);
  await page.goto('/miniflix/goodsList');
  await isTakenOver(page);
}

/** The box at rest. */
async function boxOf(item: Locator, part = ':scope'): Promise<DOMRect> {
  const box = await item
    .locator(part)
    .first()
    .evaluate(async (each) => {
      const moving = each.getAnimations();
      await Promise.allSettled(moving.map(({ finished }) => finished));
      return each.getBoundingClientRect().toJSON() as DOMRect;
    });
  return box;
}

/** Escape leaves the item open; its button closes it and returns the focus. */
async function closeByItsButton(page: Page, item: Locator): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(item).toBeVisible();
  await item.getByRole('button', { name: 'Close' }).click();
  await expect(item).toHaveCount(0);
  await expect(card(page, PACK)).toBeFocused();
}

const isModal = (item: Locator): Promise<boolean> =>
  item.evaluate((each) => each.matches(':modal'));

const columnsOf = (page: Page): Promise<number> =>
  page
    .getByRole('list', { name: 'Items' })
    .evaluate((each) => getComputedStyle(each).gridTemplateColumns.split(' ').length);

test('[A05, A09, F02, R07, R24] on wide screens a pack takes the pane: the goods beside it stay usable, and arrow keys and Back change it @full', async ({
  page,
}) => {
  await openShelf(page, WIDE);
  const item = itemOf(page);
  const matinee = itemOf(page, 'Matinee pack');

  await test.step('without a scrim; the focus moves in and back', async () => {
    await expect.poll(() => columnsOf(page)).toBe(4);
    await card(page, PACK).click();
    await expect(item.getByRole('heading', { name: PACK })).toBeFocused();
    await expect.poll(() => isModal(item)).toBe(false);
    await expect(page.getByRole('complementary').getByRole('dialog')).toHaveCount(1);
    await expect(buyIn(item)).toBeInViewport({ ratio: 1 });
    await expect(page.locator('[data-primary]:visible')).toHaveCount(1);
    await expect(card(page, PACK)).toBeInViewport({ ratio: 1 });
    await expect(card(page, PACK)).toHaveAttribute('aria-expanded', 'true');
    await expect.poll(() => columnsOf(page)).toBe(3);
    expect(await findBarriers(page)).toEqual([]);

    await closeByItsButton(page, item);
    await expect.poll(() => columnsOf(page)).toBe(4);
  });

  await test.step('Back closes the item and stays on the page', async () => {
    await card(page, PACK).click();
    await expect(item).toBeVisible();
    await page.goBack();
    await expect(item).toHaveCount(0);
    await expect(page).toHaveURL('/miniflix/goodsList');
    await expect(card(page, PACK)).toBeFocused();
  });

  await test.step('another pack replaces the item, a top-up brings the order back', async () => {
    await card(page, PACK).click();
    await item.getByRole('button', { name: `Add one ${PACK}` }).click();
    await card(page, 'Matinee pack').click();
    await expect(matinee.getByRole('heading', { name: 'Matinee pack' })).toBeFocused();
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await expect(matinee.getByRole('spinbutton')).toHaveValue('1');

    await card(page, '60 Gems').click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(card(page, '60 Gems')).toBeFocused();
    const pane = page.getByRole('complementary');
    await expect(pane.getByRole('button', { name: 'Buy now · $0.99' })).toBeVisible();
  });

  await test.step('arrow keys on the goods change the item and keep the focus there', async () => {
    await card(page, 'Matinee pack').click();
    // An item that opens takes the focus.
    await expect(matinee.getByRole('heading', { name: 'Matinee pack' })).toBeFocused();
    await card(page, 'Matinee pack').focus();
    await page.keyboard.press('ArrowRight');
    await expect(itemOf(page, 'Director’s kit')).toBeVisible();
    await expect(card(page, 'Director’s kit')).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(matinee).toBeVisible();
    await expect(card(page, 'Matinee pack')).toBeFocused();
  });
});

test('[A05, A09, R07] on a tablet and on phones on their side a pack opens at the side, nothing behind it takes a press, and ✕ returns the focus; turning the device keeps the item @full', async ({
  page,
}) => {
  const sizes = [
    { width: 768, height: 1024 },
    { width: 800, height: 360 },
    { width: 640, height: 360 },
  ] as const;
  await openShelf(page, sizes[0]);
  for (const size of sizes) {
    const { width, height } = size;
    await test.step(`${width}×${height}`, async () => {
      await resizeTo(page, size);
      await card(page, PACK).click();
      const item = itemOf(page);
      await expect(buyIn(item)).toBeFocused();
      await expect.poll(() => isModal(item)).toBe(true);
      const box = await boxOf(item, ':scope > div');
      expect({ right: box.right, top: box.top, bottom: box.bottom }).toEqual({
        right: width,
        top: 0,
        bottom: height,
      });
      expect(box.width).toBe(height < 521 ? width : 400);
      await expect(buyIn(item)).toBeInViewport({ ratio: 1 });
      await expect(item.getByRole('heading', { name: PACK })).toBeInViewport({ ratio: 1 });
      await expect(item.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 });
      expect(await findBarriers(page)).toEqual([]);

      await closeByItsButton(page, item);
    });
  }

  for (const [name, from, to] of [
    ['a phone', { width: 360, height: 800 }, { width: 800, height: 360 }],
    ['a tablet', { width: 768, height: 1024 }, { width: 1024, height: 768 }],
  ] as const) {
    await test.step(`turning ${name} keeps the open item, its quantity and one buy button`, async () => {
      await resizeTo(page, from);
      await card(page, PACK).click();
      const item = itemOf(page);
      await item.getByRole('spinbutton').fill('2');
      await item.getByRole('spinbutton').press('Enter');
      for (const size of [to, from]) {
        await resizeTo(page, size);
        await expect(page.getByRole('dialog')).toHaveCount(1);
        await expect(item.getByRole('spinbutton')).toHaveValue('2');
        await expect(buyIn(item)).toBeInViewport({ ratio: 1 });
        await expect.poll(() => isModal(item)).toBe(size.width !== 1024);
      }
      await item.getByRole('button', { name: 'Close' }).click();
      await expect(item).toHaveCount(0);
      await expect(card(page, PACK)).toBeFocused();
    });
  }
});

test('[A05, A09, R07] on a phone a pack opens as a sheet at the bottom, and a press above it closes it', async ({
  page,
}) => {
  await openShelf(page, { width: 360, height: 800 });
  await card(page, PACK).click();
  const item = itemOf(page);
  await expect(buyIn(item)).toBeFocused();
  await expect.poll(() => isModal(item)).toBe(true);
  const box = await boxOf(item, ':scope > div');
  expect([box.left, box.right, box.bottom]).toEqual([0, 360, 800]);
  expect(await findBarriers(page)).toEqual([]);
  await page.mouse.click(180, box.top / 2);
  await expect(item).toHaveCount(0);
  await expect(card(page, PACK)).toBeFocused();
});

test('[F01, F02] on home’s wide page a pack takes the ID card’s place, and Buy asks for the character there @full', async ({
  page,
}) => {
  await page.setViewportSize(WIDE);
  await page.goto('/miniflix');
  await isTakenOver(page);
  await card(page, PACK).click();
  const item = itemOf(page);
  await expect(item.getByRole('heading', { name: PACK })).toBeFocused();
  await expect.poll(() => isModal(item)).toBe(false);
  const field = page.getByRole('textbox', { name: 'Character ID' });
  await expect(field).toBeHidden();
  expect(await findBarriers(page)).toEqual([]);
  await buyIn(item).click();
  const servers = page.getByRole('dialog', { name: 'Choose your server' });
  await servers.getByRole('option').first().click();
  await expect(field).toBeFocused();
  await page.keyboard.type(freshCid());
  await page.getByRole('button', { name: /^Buy for .+ · \$19\.99$/ }).click();
  await expect(page).toHaveURL(/\/directPayment\?product=.+&count=1$/);
});
