import { CARDS, want } from '../../support/shopper.ts';
import { changeAnswers, openOrder, refuse, type SceneParts, type Scenes, signIn } from './scene.ts';

const DAY = 86_400_000;

export const ORDERS: Scenes = {
  'orders-list': async (parts) => {
    const { page, theme } = parts;
    await fillList(parts);
    await page.goto(`/${theme}/orders`);
    await page.locator('main li a').nth(5).waitFor();
  },
  'orders-list-back': async (parts) => {
    await fillList(parts, GOING_BACK);
    await parts.page.goto(`/${parts.theme}/orders`);
    await parts.page.locator('main li a').nth(3).hover();
  },
  'orders-empty': async (parts) => {
    // Other scenes may have bought goods for the same player.
    await answerList(parts, () => []);
    await openList(parts);
    await parts.page.locator('[data-set]').waitFor();
  },
  'orders-failed': async (parts) => {
    await refuse(parts.page, '**/api/user/orders', 10017);
    await openList(parts);
  },
  'orders-one': async (parts) => {
    await openOrder(parts, await buy(parts));
    await parts.page.locator('section ol li').first().waitFor();
  },
  'orders-receipt': async (parts) => showReceipt(parts),
  'orders-receipt-printed': async (parts) => {
    await showReceipt(parts);
    await parts.page.emulateMedia({ media: 'print' });
  },
  'activity-payment': cardPage,
};

const none = { state: 'none', reason: null, at: null };
const surplus = { amount: '0.99', currency: 'EUR' };

const STANDS: readonly object[] = [
  { state: 'waiting', reason: 'action', delivery: none },
  { state: 'open', reason: null, delivery: none },
  { state: 'failed', reason: 'declined', delivery: none },
  { state: 'success', delivery: { state: 'retrying', reason: 'mailbox_full', at: null } },
  { state: 'success', delivery: { state: 'queued', reason: null, at: null } },
  { state: 'success', delivery: { state: 'delivered', reason: null, at: Date.now() } },
  { state: 'timeout', reason: null, delivery: none },
  { state: 'refunded', reason: 'not_deliverable', refunded_at: Date.now() },
];
/** Refunds, under way and done. */
const GOING_BACK: readonly object[] = [
  { state: 'success', delivery: { state: 'rejected', reason: null, at: null } },
  { state: 'timeout', delivery: none, surplus: [{ amount: surplus, back_at: null }] },
  { state: 'failed', delivery: none, surplus: [{ amount: surplus, back_at: Date.now() }] },
  { state: 'refunded', reason: 'resolution', refunded_at: Date.now() },
  { state: 'success', surplus: [{ amount: surplus, back_at: null }] },
];

/** Shows one order in several states over some days, each a changed copy of a real one. */
async function fillList(parts: SceneParts, stands: readonly object[] = STANDS): Promise<void> {
  await buy(parts);
  const { client } = parts.shopper;
  const shelf = await want(client.call('productLists', parts.shopper.place));
  // The order beside the list is the first one.
  await changeAnswers(parts.page, '**/api/common/order/inquire', (real: object) => ({
    ...real,
    ...stands[0],
  }));
  await changeAnswers(parts.page, '**/api/user/receipt', (real: object) => ({
    ...real,
    history: [{ what: 'made', at: Date.now() }],
  }));
  await answerList(parts, ([real]) =>
    stands.map((stand, index) => ({
      ...real,
      items: real?.items.flatMap((item) =>
        (index % 3 === 1 ? shelf.goods.slice(-3) : [item]).map((each) => ({
          ...item,
          ...pick(each),
        })),
      ),
      order_id: `example${index}`,
      // One is shown beside the list.
      token: index === 0 ? real?.token : `example${index}`,
      created_at: (real?.created_at ?? 0) - Math.floor(index / 3) * DAY,
      ...stand,
    })),
  );
}

type Shown = { readonly product_id: string; readonly name: string; readonly image: string };

function pick({ product_id, name, image }: Shown): Shown {
  return { product_id, name, image };
}

type Listed = {
  readonly created_at: number;
  readonly token: string;
  readonly items: readonly Shown[];
};

async function answerList(
  { page }: SceneParts,
  change: (orders: readonly Listed[]) => readonly object[],
): Promise<void> {
  await changeAnswers(page, '**/api/user/orders', change);
}

/** Buys a delivered top-up. @returns its order's token */
export async function buy(parts: SceneParts): Promise<string> {
  const { shopper } = parts;
  await signIn(parts);
  const { token } = await shopper.open({ country: 'DE' }).then(async (opened) => {
    await shopper.payByCard(opened, CARDS.success);
    return opened;
  });
  await shopper.until(token, ({ delivery }) => delivery.state === 'delivered', 30_000);
  return token;
}

async function openList(parts: SceneParts): Promise<void> {
  await signIn(parts);
  const answered = parts.page.waitForResponse('**/api/user/orders');
  await parts.page.goto(`/${parts.theme}/orders`);
  await answered;
  await parts.page.locator('main h1').waitFor();
}

async function showReceipt(parts: SceneParts): Promise<void> {
  const token = await buy(parts);
  await parts.page.goto(`/${parts.theme}/orders#order=${token}&receipt`);
  await parts.page.locator('main article').waitFor();
}

async function cardPage(parts: SceneParts): Promise<void> {
  const { page, theme, shopper } = parts;
  await signIn(parts);
  const lists = await shopper.client.call('productLists', { ...shopper.place, event: 'card' });
  await page.goto(`/${theme}/activityPayment?card=${lists.result?.goods[0]?.product_id ?? ''}`);
  await page.frameLocator('iframe').locator('#number').waitFor();
}
