import { CARDS } from '../../support/browser/checkout.ts';
import { findTextFaultsInAllLanguages } from '../../support/browser/languages.ts';
import { confirmCharacter, freshCid, signIn } from '../../support/browser/player.ts';
import { PROJECTS } from '../../support/browser/projects.ts';
import { STOPS } from '../../support/browser/screens.ts';
import { expect, test } from '../../support/browser/test.ts';

// The narrowest phone.
test.use({ viewport: { width: 320, height: 640 } });

/** The two themes with the widest letters; `npm run pictures` covers the others. */
const WIDEST = PROJECTS.filter(({ code }) => ['vp_mbo', 'dr2'].includes(code));

for (const project of WIDEST) {
  test(`[S06, A05] in every language the screens of ${project.code} fit 320 px and cut off no text @full`, async ({
    page,
  }) => {
    const found: string[] = [];
    await STOPS.home(page, project);
    await walk('home');
    await confirmCharacter(page, { server: project.server, cid: freshCid() });
    await walk('home with the character');

    const shopper = await signIn(page, project);
    await STOPS.goodsList(page, project);
    await walk('goods list');
    await STOPS.popup(page, project);
    await walk('goods popup');
    await STOPS.items(page, project);
    await walk('packs');
    await STOPS.cart(page, project, shopper);
    await walk('cart');
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Done', exact: true })).toBeVisible();
    for (const nth of [0, 1]) await page.locator('main li input').nth(nth).check();
    await walk('cart, editing');
    await STOPS.payment(page, project, shopper);
    await walk('payment');
    for (const card of ['success', 'declined', 'challenge'] as const) {
      const opened = await shopper.open();
      await shopper.payByCard(opened, CARDS[card]);
      await page.goto(`/robots.txt`);
      await page.goto(`/${project.code}/payment#order=${opened.token}`);
      await expect(page.locator('main h1')).toBeVisible();
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
      await walk(`result, ${card}`);
    }
    expect(found).toEqual([]);

    async function walk(screen: string): Promise<void> {
      const textFaults = await findTextFaultsInAllLanguages(page, project.code);
      found.push(...textFaults.map((textFault) => `${screen}, ${textFault}`));
    }
  });
}
