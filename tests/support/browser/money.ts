import { expect, type Page } from '@playwright/test';
import * as v from 'valibot';
import { outside } from './outside.ts';

const statement = v.object({
  captures: v.array(
    v.object({
      provider: v.string(),
      out_trade_no: v.string(),
      amount: v.string(),
      currency: v.string(),
      state: v.string(),
      at: v.number(),
    }),
  ),
});

export type Capture = v.InferOutput<typeof statement>['captures'][number];

/** What the outside environment really took for these orders: the last word on "charged once". */
export async function capturesOf(orderIds: Iterable<string>): Promise<Capture[]> {
  const response = await fetch(`${outside().sandboxUrl}/statement`);
  const { captures } = v.parse(statement, await response.json());
  const ids = [...orderIds];
  return captures.filter(({ out_trade_no }) => ids.some((id) => out_trade_no.includes(id)));
}

const created = v.object({ result: v.nullable(v.object({ order_id: v.string() })) });

/** Remembers every order the shop makes for the pages of this page's context. */
export function watchOrders(page: Page): ReadonlySet<string> {
  const ids = new Set<string>();
  page.context().on('response', async (response) => {
    if (!response.url().endsWith('/api/recharge/order/create')) return;
    const body = v.safeParse(created, await response.json().catch(() => null));
    if (body.success && body.output.result !== null) ids.add(body.output.result.order_id);
  });
  return ids;
}

/** What the bank of `CARDS.thinking` says at last of the one order that was paid with it. */
export async function tellBank(
  orders: ReadonlySet<string>,
  result: 'approve' | 'reject',
): Promise<void> {
  const [id] = [...orders].slice(-1);
  const response = await fetch(`${outside().sandboxUrl}/payermax/bank/A${id ?? ''}_1`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ result }),
  });
  expect(response.status).toBe(200);
}

/** Nothing more comes: the count must stay what it is for as long as a second charge would need. */
export async function expectCharged(orders: ReadonlySet<string>, times: number): Promise<void> {
  await expect.poll(async () => (await capturesOf(orders)).length).toBe(times);
}
