import type { Goods } from '@webpay/contract/calls';
import { signIn, want } from '../../support/browser/player.ts';
import { resizeTo, scrollTop, stepTo } from '../../support/browser/steps.ts';
import { expect, test } from '../../support/browser/test.ts';

test('[A14, F02, R23, R24] a list of 120 goods does not draw distant ones, keeps its layout and loads images in every category @full', async ({
  page,
}) => {
  await page.route('**/api/recharge/product/lists', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as GoodsAnswer;
    await route.fulfill({ response, json: sellsMany(answer, 120) });
  });
  const shopper = await signIn(page);
  // The coupon sheet of a first visit would take the focus.
  await want(shopper.client.call('bargainInfo', {}));
  await page.goto('/miniflix/goodsList');
  const cards = page.getByRole('list', { name: 'Items' }).getByRole('listitem');
  const isDrawn = (index: number): Promise<boolean> =>
    cards.nth(index).evaluate((li) => {
      const face = li.querySelector('button');
      return face?.checkVisibility({ contentVisibilityAuto: true }) ?? false;
    });
  const topOf = (index: number): Promise<number> =>
    cards.nth(index).evaluate((li) => Math.round(li.getBoundingClientRect().top + window.scrollY));
  const far = 100;
  await expect(cards).toHaveCount(120);
  await expect.poll(() => isDrawn(far)).toBe(false);
  await page.waitForLoadState();
  await page.evaluate(() => document.fonts.ready);
  const top = await topOf(far);

  await page.evaluate((to) => window.scrollTo(0, to - 300), top);
  await expect.poll(() => isDrawn(far)).toBe(true);
  expect(await topOf(far), 'drawing does not move it').toBe(top);
  const where = await scrollTop(page);
  await stepTo(page, '/miniflix/activity/bargainirg', 'bargainirg');
  await expect(page.locator('[data-page=bargainirg] h1')).toBeFocused();
  await page.goBack();
  await expect.poll(() => scrollTop(page)).toBe(where);
  expect(await topOf(far)).toBe(top);

  await resizeTo(page, { width: 1280, height: 800 });
  await page.evaluate(() => window.scrollTo(0, 0));
  for (const category of ['Packs', 'Gems', 'All']) {
    await page
      .getByRole('group', { name: 'Category' })
      .getByText(category, { exact: true })
      .click();
    await expect(cards.nth(5)).toBeInViewport();
    for (let index = 0; index < 6; index += 1) {
      const picture = cards.nth(index).locator('img');
      await expect
        .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth), category)
        .toBeGreaterThan(0);
    }
  }
});

type GoodsAnswer = { readonly result: { readonly goods: readonly Goods[] } };

function sellsMany(answer: GoodsAnswer, count: number): GoodsAnswer {
  const { goods } = answer.result;
  const many = Array.from({ length: Math.ceil(count / goods.length) }, (_, round) =>
    goods.map((each) => ({
      ...each,
      product_id: `${each.product_id}-${round}`,
      image: `${each.image}?${round}`,
    })),
  ).flat();
  return { ...answer, result: { ...answer.result, goods: many.slice(0, count) } };
}
