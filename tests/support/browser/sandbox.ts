import { expect, type BrowserContext, type Locator, type Page } from '@playwright/test';
import * as v from 'valibot';
import { addresses } from './shop.ts';
import { answerChallenge } from '../shopper.ts';

export type Mailbox = {
  readonly gameId: string;
  readonly serverId: string;
  readonly cid: string;
};

const mailbox = v.object({
  mails: v.array(
    v.object({ title: v.string(), delivery_id: v.nullable(v.string()), sent_at: v.number() }),
  ),
});

export async function mailsOf(box: Mailbox) {
  const response = await fetch(`${addresses().sandboxUrl}/mail?${queryOf(box)}`);
  return v.parse(mailbox, await response.json()).mails;
}

export async function seeMail(context: BrowserContext, box: Mailbox): Promise<Locator> {
  const page = await context.newPage();
  await page.goto(`${addresses().sandboxUrl}/?${queryOf(box)}`);
  await expect(page.getByRole('heading', { name: `Mail for ${box.cid}` })).toBeVisible();
  const mail = page.locator('#mails > li');
  await expect(mail).toHaveCount(1);
  return mail;
}

function queryOf({ gameId, serverId, cid }: Mailbox): string {
  return new URLSearchParams({ game_id: gameId, server_id: serverId, cid }).toString();
}

const statement = v.object({
  captures: v.array(
    v.object({
      out_trade_no: v.string(),
      amount: v.string(),
      currency: v.string(),
      state: v.string(),
    }),
  ),
});

export async function capturesOf(orderIds: Iterable<string>) {
  const response = await fetch(`${addresses().sandboxUrl}/statement`);
  const { captures } = v.parse(statement, await response.json());
  const ids = [...orderIds];
  return captures.filter(({ out_trade_no }) => ids.some((id) => out_trade_no.includes(id)));
}

const created = v.object({ result: v.nullable(v.object({ order_id: v.string() })) });

/** Collects every order that the pages of this context create. */
export function watchOrders(page: Page): ReadonlySet<string> {
  const ids = new Set<string>();
  page.context().on('response', async (response) => {
    if (!response.url().endsWith('/api/recharge/order/create')) return;
    const body = v.safeParse(created, await response.json().catch(() => null));
    if (body.success && body.output.result !== null) ids.add(body.output.result.order_id);
  });
  return ids;
}

/** Decides the last order, which was paid with `CARDS.thinking`. */
export async function decidePending(orders: ReadonlySet<string>, result: 'approve' | 'reject') {
  const id = [...orders].at(-1) ?? '';
  await answerChallenge(`${addresses().sandboxUrl}/payermax/bank/A${id}_1`, result);
}

export async function expectCharged(orders: ReadonlySet<string>, times: number): Promise<void> {
  await expect.poll(async () => (await capturesOf(orders)).length).toBe(times);
}
