import { signIn, takeOption } from '../../support/browser/player.ts';
import { expect, test } from '../../support/browser/test.ts';
import { sayIn } from '../../support/browser/texts.ts';

const zh = sayIn('zh');
const de = sayIn('de');

test('[F14] a switch to Chinese and back is remembered, the server renders the chosen language, and the picker opens at it @full', async ({
  page,
}) => {
  await page.goto('/miniflix');
  await page.getByRole('button', { name: 'Language: English' }).click();
  const picker = page.getByRole('dialog', { name: 'Choose your language' });
  await expect(picker.getByRole('option')).toHaveCount(21);
  await picker.getByRole('combobox').fill('zh');
  await takeOption(picker, '简体中文');

  await expect(page.getByRole('heading', { name: zh('home.who') })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('每一幕都更精彩');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans-CN');

  const again = await page.goto('/miniflix');
  expect(await again?.text()).toContain(zh('home.who'));

  await page.getByRole('button', { name: /简体中文/ }).click();
  await page
    .getByRole('dialog', { name: zh('lang.title') })
    .getByRole('option', { name: 'English' })
    .click();
  await expect(page.getByRole('heading', { name: 'Who are you topping up?' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');

  // However far down its list.
  await page.getByRole('button', { name: 'Language: English' }).click();
  await takeOption(page, 'தமிழ்');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: /தமிழ்/ }).click();
  await expect(page.getByRole('option', { selected: true })).toHaveText('தமிழ்');
  await expect(page.getByRole('option', { selected: true })).toBeInViewport();
});

test('[F14] a project that only reloads switches its language without a configuration call', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/vp_mbo');
  await page.getByRole('button', { name: 'Language: English' }).click();
  await takeOption(page, '简体中文');
  await expect(page.getByRole('heading', { name: zh('home.who') })).toBeVisible();
  expect(asked).not.toContain('/api/common/website/configs');
});

test('[F14, R19, R20, S05] a language chosen outside a project applies everywhere until a project chooses another @full', async ({
  page,
}) => {
  await page.goto('/vp_mbo');
  await page.getByRole('button', { name: 'Language: English' }).click();
  await takeOption(page, '简体中文');
  await expect(page.getByRole('heading', { name: zh('home.who') })).toBeVisible();

  await page.goto('/login');
  await page.getByRole('button', { name: /简体中文/ }).click();
  await takeOption(page, 'Deutsch');
  await expect(page.getByRole('heading', { level: 1, name: de('login.title') })).toBeVisible();
  await page.goto('/nowhere');
  await expect(page.getByRole('heading', { level: 1, name: de('not_found.title') })).toBeVisible();
  await page.getByRole('button', { name: /Deutsch/ }).click();
  await expect(page.getByRole('option')).toHaveCount(21);
  await page.goto('/miniflix');
  await expect(page.getByRole('heading', { name: de('home.who') })).toBeVisible();
  await page.goto('/vp_mbo');
  await expect(page.getByRole('heading', { name: de('home.who') })).toBeVisible();

  await page.getByRole('button', { name: /Deutsch/ }).click();
  await takeOption(page, '简体中文');
  await expect(page.getByRole('heading', { name: zh('home.who') })).toBeVisible();
  const again = await page.goto('/vp_mbo');
  expect(await again?.text()).toContain(zh('home.who'));
  await page.goto('/miniflix');
  await expect(page.getByRole('heading', { name: de('home.who') })).toBeVisible();
});

test.describe('a browser in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('[S05, F02] a Chinese browser gets home and goods in Chinese', async ({ page }) => {
    await page.goto('/miniflix');
    await expect(page.getByRole('heading', { name: zh('home.who') })).toBeVisible();
    await signIn(page);
    await page.goto('/miniflix/goodsList');
    await expect(page.getByRole('button', { name: /^60 宝石/ })).toBeVisible();
    await page
      .getByRole('radio', { name: '礼包' })
      .or(page.getByRole('button', { name: '礼包', exact: true }))
      .first()
      .click();
    await expect(page.getByRole('button', { name: /^60 宝石/ })).toBeHidden();
    await expect(page.getByRole('button', { name: /^午后场礼包/ })).toBeVisible();
  });
});
