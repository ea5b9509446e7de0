import { signIn, takeOption } from '../../support/browser/player.ts';
import { resizeTo } from '../../support/browser/steps.ts';
import { expect, test } from '../../support/browser/test.ts';

test('[C07, C08, F02] another country on the shelf changes its flag, currency and every price, in the order too, and stays @full', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/miniflix/goodsList');
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  const line = page.getByRole('button', { name: /^Prices for / });
  const flag = line.locator('[aria-hidden=true]').first();
  const goods = page.getByRole('list', { name: 'Items' }).getByRole('button');
  await expect(flag).toHaveText('US');
  await expect(line).toContainText('USD');
  await goods.first().click();

  await line.click();
  const picker = page.getByRole('dialog', { name: 'Where are you paying from?' });
  await picker.getByRole('combobox').fill('Japan');
  await takeOption(picker, 'Japan');
  await expect(flag).toHaveText('JP');
  await expect(line).toContainText('Prices for Japan');
  await expect(line).toContainText('JPY');
  const names = () =>
    goods.evaluateAll((all) => all.map((each) => each.ariaLabel ?? each.textContent));
  await expect.poll(async () => (await names()).filter((each) => each.includes('$'))).toEqual([]);
  const priced = (await names()).filter((each) => each.includes('¥'));
  expect(priced.length).toBeGreaterThan(8);
  for (const width of [360, 1280]) {
    await resizeTo(page, { width, height: 800 });
    const order =
      width < 768 ? page.locator('main [data-foot]') : page.getByRole('complementary').last();
    await expect(order).toContainText('¥');
    await expect(order).not.toContainText('$');
  }

  await page.reload();
  await expect(flag).toHaveText('JP');
  await expect(goods.first()).toHaveAccessibleName(/¥/);
});
