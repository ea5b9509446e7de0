import type { CallResult } from '@webpay/contract/calls';
import { expect } from 'vitest';
import type { TestShop } from './environment.ts';
import { DAY_MS, moveClock } from './shop-days.ts';
import { CARDS, orderFields, payCard, want, type Shopper } from './shopper.ts';

export type Client = Shopper['client'];
type Opened = CallResult<'orderCreate'>;
type Wanted = { readonly product_id: string; readonly source?: 'card' | 'direct' };

/** The weekly card's page as players use it, over days of the shop's clock. */
export function cardPage(environment: () => TestShop) {
  const make = (
    client: Client,
    { product_id, source = 'card' }: Wanted,
    more: { readonly order_key?: string; readonly count?: number } = {},
  ) => {
    const { count = 1, ...key } = more;
    return client.call('orderCreate', {
      ...orderFields(product_id),
      products: JSON.stringify([{ product_id, count }]),
      source,
      ...key,
    });
  };
  const handIn = (client: Client, opened: Opened, number: string) =>
    payCard(environment(), client, opened, number);
  const buy = async (client: Client, wanted: Wanted, number: string = CARDS.success) => {
    const opened = await want(make(client, wanted));
    expect((await handIn(client, opened, number)).state).toBe('success');
    return opened;
  };
  return {
    make,
    handIn,
    /** Moves every clock ahead by this many days. @returns the shopper's calls on that clock */
    daysOn: async (shopper: Shopper, days: number): Promise<Client> => {
      const offsetMs = Math.round(days * DAY_MS);
      await moveClock(environment(), offsetMs);
      return shopper.clientAt(offsetMs);
    },
    info: (client: Client) => want(client.call('cardInfo', { country: 'US' })),
    card: async (client: Client) => {
      const [card] = (await want(client.call('cardInfo', { country: 'US' }))).cards;
      if (card === undefined) throw new Error('the event has no card');
      return card;
    },
    claim: (client: Client, card_id = 'weekly') => client.call('cardClaim', { card_id }),
    /** The bonus that the goods list announces for a good. */
    bonusOf: async (client: Client, { prId, serverId, cid }: Shopper, product_id: string) => {
      const fields = { pr_id: prId, server_id: serverId, cid };
      const { goods } = await want(client.call('productLists', fields));
      return goods.find((good) => good.product_id === product_id)?.bonus?.count ?? 0;
    },
    buy,
  };
}

/** `90 gem` */
export function itemsOf(items: readonly { readonly item_id: string; readonly count: number }[]) {
  return items
    .map(({ item_id, count }) => `${count} ${item_id}`)
    .toSorted()
    .join(', ');
}
