import type { Browser, Page } from '@playwright/test';
import type { ConsoleRole } from '@webpay/contract/console/permissions';
import { pasteIntoSearch } from '../support/browser/console.ts';
import { addAuthenticator, addPasskey, joinAs, type Joined } from '../support/browser/operators.ts';
import { oneRow } from '../support/browser/shop.ts';
import type { TestEnvironment } from '../support/environment.ts';
import { CARDS, createShopper, want } from '../support/shopper.ts';

/** An operator at a page of the console. */
export type Desk = Joined & {
  readonly page: Page;
  readonly browser: Browser;
  readonly shop: TestEnvironment;
  readonly role: ConsoleRole;
};

type Prepared = {
  /** The task from its first press to its result. */
  readonly work: () => Promise<void>;
  /** Times that the task is done in `work`; its figures are of one. */
  readonly count?: number;
};

type Task = {
  readonly title: string;
  readonly role: ConsoleRole;
  readonly seconds: number;
  /** Absent: the design names none. */
  readonly presses?: number;
  readonly prepare: (desk: Desk) => Promise<Prepared>;
};

const GAME = { websiteCode: 'dr2', gameId: '31' } as const;

/** A gateway that was asked in the last ten seconds is not asked again. */
const PAID_BEFORE = `update payment_attempts set updated_at = now() - interval '1 minute' where order_id = $1 returning id`;

async function delivered({ shop }: Desk, isDear = false) {
  const shopper = await createShopper(shop, GAME);
  const { goods } = await want(shopper.client.call('productLists', shopper.place));
  const dear = goods.find(({ price }) => Number(price.amount) > 30);
  if (dear === undefined) throw new Error('nothing on the shelf is above the limit');
  const products = [{ product_id: dear.product_id, count: 2 }];
  const order = await shopper.open(isDear ? { products } : {});
  await shopper.payByCard(order, CARDS.success);
  await shopper.until(order.token, ({ delivery }) => delivery.state === 'delivered');
  return { shopper, order, id: order.token.slice(0, 20) };
}

async function requested(desk: Desk, text: string): Promise<void> {
  const { shopper, id } = await delivered(desk);
  await want(shopper.client.call('resolutionCreate', { order_id: id, kind: 'refund', text }));
}

async function payBack(page: Page, button: RegExp): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: /^Pay back, up to/ }).click();
  await dialog.getByLabel('Why').fill('Bought on the phone of a child, ticket 48211');
  await dialog.getByLabel('Pay back although the goods were').click();
  await dialog.getByRole('button', { name: button }).click();
}

const reviewed = async (page: Page, why: string, button: RegExp, done: RegExp): Promise<void> => {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Why').fill(why);
  await dialog.getByRole('button', { name: button }).click();
  await dialog.getByText(done).waitFor();
};

/** The ten tasks of the console's design, in its order and with its targets. */
export const CONSOLE_TASKS: readonly Task[] = [
  {
    title: 'paid, got nothing: the cause of a pasted number',
    role: 'support',
    seconds: 10,
    presses: 2,
    prepare: async (desk) => {
      const { order } = await delivered(desk);
      return {
        work: async () => {
          await pasteIntoSearch(desk.page, order.order_no);
          const cause = desk.page.getByRole('region', { name: 'Cause' });
          await cause.getByRole('heading', { level: 2 }).waitFor();
        },
      };
    },
  },
  {
    title: 'the same: paid back with a passkey',
    role: 'support',
    seconds: 60,
    presses: 4,
    prepare: async (desk) => {
      const { order } = await delivered(desk);
      return {
        work: async () => {
          await pasteIntoSearch(desk.page, order.order_no);
          await payBack(desk.page, /^Pay back \$/);
          await desk.page.getByRole('dialog', { name: 'Done' }).waitFor();
        },
      };
    },
  },
  {
    title: 'a request decided, the next one open',
    role: 'support',
    seconds: 30,
    prepare: async (desk) => {
      const texts = ['First', 'Second', 'Third'];
      for (const text of texts) await requested(desk, text);
      const { page } = desk;
      await page.goto('/requests?project=dr2');
      await page.getByRole('row').filter({ hasText: 'First' }).getByRole('link').click();
      const drawer = page.getByRole('complementary');
      return {
        count: texts.length,
        work: async () => {
          for (const text of texts) {
            await drawer.getByText(`“${text}”`).waitFor();
            await page.keyboard.press('3');
            await drawer.getByRole('button', { name: /Reject the request.*Enter$/ }).click();
            await page.getByRole('row').filter({ hasText: text }).waitFor({ state: 'hidden' });
          }
        },
      };
    },
  },
  {
    title: 'is anything wrong now',
    role: 'liveops',
    seconds: 5,
    prepare: async ({ page }) => ({
      work: async () => {
        await page.goto('/');
        await page.locator('#alerts').waitFor();
      },
    }),
  },
  {
    title: 'orders of one cause, asked again in one step',
    role: 'support',
    seconds: 30,
    presses: 3,
    prepare: async (desk) => {
      const { page, shop } = desk;
      const shopper = await createShopper(shop, GAME);
      for (let made = 0; made < 2; made += 1) {
        const order = await shopper.open();
        await shopper.payByCard(order, CARDS.thinking);
        await oneRow(PAID_BEFORE, [order.token.slice(0, 20)]);
      }
      await page.goto('/orders?project=dr2');
      await page.getByRole('table').waitFor();
      return {
        work: async () => {
          const views = page.getByRole('navigation', { name: 'Views' });
          await views.getByRole('link', { name: 'Unresolved' }).click();
          await views.locator('[aria-current]', { hasText: 'Unresolved' }).waitFor();
          await page.locator('table[aria-busy=false]').waitFor();
          for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
          await page.getByRole('button', { name: 'Ask the gateway now' }).click();
          await page
            .getByRole('dialog')
            .getByRole('button', { name: /Enter$/ })
            .click();
          await page.getByRole('dialog', { name: 'Done' }).waitFor();
        },
      };
    },
  },
  {
    title: "a second person's yes",
    role: 'finance',
    seconds: 20,
    prepare: async (desk) => {
      const { id } = await delivered(desk, true);
      const context = await desk.browser.newContext({ baseURL: desk.shop.consoleUrl });
      const other = await context.newPage();
      await addAuthenticator(other);
      const { name, ...joined } = await joinAs(other, 'support');
      await addPasskey(other, { name, ...joined });
      await other.goto(`/orders/${id}`);
      await payBack(other, /^Ask for: Pay back/);
      await other.getByRole('dialog', { name: 'It waits for a second person' }).waitFor();
      await context.close();
      const { page } = desk;
      return {
        work: async () => {
          await page.getByRole('link', { name: /^Refunds/ }).click();
          await page.getByRole('row').filter({ hasText: name }).getByRole('link').click();
          await page.getByRole('button', { name: /^Yes: Pay back/ }).click();
          await page.getByText(/^Done: Pay back/).waitFor();
        },
      };
    },
  },
  {
    title: "the day's books",
    role: 'finance',
    seconds: 5,
    prepare: async ({ page }) => ({
      work: async () => {
        await page.getByRole('link', { name: /^Reconciliation/ }).click();
        await page.getByRole('navigation', { name: 'Last 30 days' }).waitFor();
        await page.getByRole('heading', { name: 'Balances' }).waitFor();
      },
    }),
  },
  {
    title: 'prices of one currency, live',
    role: 'liveops',
    seconds: 120,
    prepare: async ({ page }) => {
      await page.goto('/shop/poi_mbo');
      const cells = page.getByRole('textbox', { name: / in GBP$/ });
      await cells.first().waitFor();
      const shown = await cells.evaluateAll((found) =>
        found.map((cell) => (cell as HTMLInputElement).value),
      );
      return {
        work: async () => {
          // A cent is below five per cent of each good. Prices of the two event packs would need a second person.
          const raised = shown.slice(0, -2).map((price) => (Number(price) + 0.01).toFixed(2));
          await cells.first().focus();
          await page.evaluate((text) => navigator.clipboard.writeText(text), raised.join('\n'));
          await page.keyboard.press('Control+V');
          await page.getByRole('button', { name: 'Review and publish…' }).click();
          const change = /Change \d+ prices/;
          await reviewed(page, 'Prices of the week.', change, /^Done: Change/);
        },
      };
    },
  },
  {
    title: 'an event tuned, its cost known before',
    role: 'liveops',
    seconds: 120,
    prepare: async ({ page }) => {
      await page.goto('/events?project=vp_mbo');
      await page.getByRole('link', { name: 'Bargain Bash' }).click();
      await page.getByLabel('Daily sign-in').waitFor();
      return {
        work: async () => {
          await page.getByLabel('Daily sign-in').fill('0.50');
          await page.getByRole('button', { name: 'Review and publish…' }).click();
          const dialog = page.getByRole('dialog');
          await dialog.getByText(/^Simulated with 10,000 players/).waitFor();
          const change = /Change 1 number of Bargain Bash/;
          await reviewed(page, 'The round was too cheap.', change, /^Done: Change 1 number/);
        },
      };
    },
  },
  {
    title: 'a project down and up',
    role: 'liveops',
    seconds: 10,
    presses: 3,
    prepare: async ({ page }) => {
      await page.goto('/service');
      const name = 'Miniflix is served';
      const up = page.getByRole('switch', { name, checked: true });
      const down = page.getByRole('switch', { name, checked: false });
      await up.waitFor();
      return {
        work: async () => {
          await up.click();
          const dialog = page.getByRole('dialog');
          await dialog.getByLabel('Why').fill('game update 4.2');
          await dialog.getByRole('button', { name: /^Maintenance for Miniflix/ }).click();
          await down.click();
          await up.waitFor();
        },
      };
    },
  },
];
