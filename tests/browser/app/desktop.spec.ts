import { CARDS, fillCard, listedGood, payButton } from '../../support/browser/checkout.ts';
import { confirmCharacter, continueButton, freshCid } from '../../support/browser/player.ts';
import { projectOf } from '../../support/browser/projects.ts';
import { expectCharged, seeMail, watchOrders } from '../../support/browser/sandbox.ts';
import { expect, test } from '../../support/browser/test.ts';

test.use({
  viewport: { width: 1280, height: 800 },
  isMobile: false,
  hasTouch: false,
  deviceScaleFactor: 1,
});

const project = projectOf('cgg');

test('[A01, F02, F06, F15] on a wide screen the side summary sells, and the purchase reaches the mailbox @full', async ({
  page,
  context,
}) => {
  const orders = watchOrders(page);
  const cid = freshCid();
  await page.goto(`/${project.code}`);
  const name = await confirmCharacter(page, { server: project.server, cid });
  await continueButton(page).click();

  const rail = page.getByRole('navigation', { name: 'Main' });
  const aside = page.getByRole('complementary', { name: 'Summary and help' });
  await expect(rail.getByRole('link', { name: 'Shop' })).toBeVisible();
  await expect(page.locator('body')).toContainText(name);
  await expect(aside).toContainText(`Pick something for ${name}`);
  await listedGood(page, '66 Starlights').click();
  await expect(aside).toContainText('66 Starlights');
  await expect(aside).toContainText(project.price);
  await expect(page.locator('[data-primary]:visible')).toHaveCount(1);

  await aside.getByRole('button', { name: `Buy now · ${project.price}` }).click();
  await fillCard(page, CARDS.success);
  await payButton(page, project.price).click();
  await expect(page).toHaveURL(/#order=/);
  await expect(
    page.getByRole('heading', { level: 1, name: /66 Starlights (are on their way|delivered)/ }),
  ).toBeVisible();
  await seeMail(context, { gameId: project.gameId, serverId: project.serverId, cid });
  await expectCharged(orders, 1);
});
