import type { CallResult } from '@webpay/contract/calls';
import type { StoreClient } from '@webpay/contract/client';
import type { Db } from '../../apps/api/src/platform/db/pool.ts';
import {
  CARDS,
  orderFields,
  payCard,
  untilOrder,
  want,
  type Outside,
  type SandboxMail,
  type Shopper,
} from './shopper.ts';

type Info = CallResult<'cumulationInfo'>;
export type Client = StoreClient;
type Caller = { readonly client: Client };

export const info = ({ client }: Caller) => want(client.call('cumulationInfo', {}));
export const claim = ({ client }: Caller, task_id: string) =>
  client.call('cumulationClaim', { task_id });
export const taskOf = (told: Info, taskId: string) =>
  told.tasks.find((each) => each.task_id === taskId);

/** Buys goods by card, miniflix's gems for 0.99 USD by default. @returns the order id */
export async function buyGoods(
  shopper: Shopper,
  product_id = 'gems-60',
  card: string = CARDS.success,
): Promise<string> {
  const opened = await shopper.open({ products: [{ product_id, count: 1 }] });
  await shopper.payByCard(opened, card);
  await shopper.until(opened.token, ({ state }) => state === 'success');
  return opened.order_id;
}

/** Buys through a client with another clock. */
export async function buyAt(outside: Outside, { client }: Caller): Promise<void> {
  const opened = await want(client.call('orderCreate', orderFields('gems-60')));
  await payCard(outside, client, opened, CARDS.success);
  const { token } = opened;
  await untilOrder(
    () => want(client.call('orderInquire', { token })),
    ({ state }) => state === 'success',
  );
}

/** Mails of events to a character: without an order's goods. */
export async function rewardMails(shopper: Shopper): Promise<SandboxMail[]> {
  return (await shopper.mails()).filter((mail) => mail.delivery_id === null);
}

/** Counts connections that wait for a lock with a statement that contains this text. */
export async function waitingFor(db: Db, words: string): Promise<number[]> {
  const { rows } = await db.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%' || $1 || '%'`,
    [words],
  );
  return rows.map(({ pid }) => pid);
}
