import { CARDS, fillCard, payButton } from '../../support/browser/checkout.ts';
import { seeMail } from '../../support/browser/mailbox.ts';
import { expectCharged, watchOrders } from '../../support/browser/money.ts';
import { confirmCharacter, continueAs, freshCid } from '../../support/browser/player.ts';
import { PROJECTS } from '../../support/browser/projects.ts';
import { expect, test } from '../../support/browser/test.ts';
import { sayIn } from '../../support/browser/texts.ts';

test.use({
  viewport: { width: 1280, height: 800 },
  isMobile: false,
  hasTouch: false,
  deviceScaleFactor: 1,
});

const project = PROJECTS.find(({ code }) => code === 'cgg');

test('[A01, F02, F06, F15] on a wide screen the summary beside the column sells and the purchase ends in the mailbox', async ({
  page,
  context,
}) => {
  if (!project) throw new Error('cgg is one of the projects');
  const orders = watchOrders(page);
  const cid = freshCid();
  await page.goto(`/${project.code}`);
  const name = await confirmCharacter(page, { server: project.server, cid });
  await page.getByRole('button', { name: continueAs(sayIn('en')) }).click();

  const rail = page.getByRole('navigation', { name: 'Main' });
  const aside = page.getByRole('complementary', { name: 'Summary and help' });
  await expect(rail.getByRole('link', { name: 'Shop' })).toBeVisible();
  await expect(page.locator('body')).toContainText(name);
  await expect(aside).toContainText(`Pick something for ${name}`);
  await page.getByRole('button', { name: /^66 Starlights, / }).click();
  await expect(aside).toContainText('66 Starlights');
  await expect(aside).toContainText(project.price);
  await expect(page.locator('[data-primary]:visible')).toHaveCount(1);

  await aside.getByRole('button', { name: `Buy now · ${project.price}` }).click();
  await fillCard(page, CARDS.success);
  await payButton(page, project.price).click();
  await expect(page).toHaveURL(/#order=/);
  await expect(
    page.getByRole('heading', { level: 1, name: /66 Starlights (are on their way|arrived)/ }),
  ).toBeVisible();
  await seeMail(context, { gameId: project.gameId, serverId: project.serverId, cid });
  await expectCharged(orders, 1);
});
