import { expect, it } from 'vitest';
import { PROJECTS } from '../../support/browser/projects.ts';
import { capturesOf, commonShop } from '../../support/shared-environment.ts';
import { CARDS, createShopper, freshCid, want } from '../../support/shopper.ts';

const environment = commonShop();

/** Sums of the projects' cheapest top-ups, as a gateway writes them. */
const CHARGED: Readonly<Record<string, string>> = {
  '$0.99': '0.99 USD',
  '$1.19': '1.19 USD',
  '€1.99': '1.99 EUR',
  NT$30: '30.00 TWD',
};

it.each(PROJECTS)(
  "[A01, F02, F06, F15] the cheapest top-up of $code is paid once in its country's currency and reaches the game's mailbox",
  async ({ code, gameId, country, price, serverId, topUp }) => {
    // IDs of poi_mbo may begin with a letter.
    const cid = code === 'poi_mbo' ? `B${freshCid()}` : freshCid();
    const shopper = await createShopper(environment(), { websiteCode: code, gameId, cid });
    expect(shopper.serverId).toBe(serverId);
    const { goods } = await want(
      shopper.client.call('productLists', { ...shopper.place, country }),
    );
    expect(goods[0]?.name).toBe(topUp);
    const opened = await shopper.open({ country });
    await shopper.payByCard(opened, CARDS.success);
    await shopper.until(opened.token, ({ delivery }) => delivery.state === 'delivered');
    const mails = await shopper.mails();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.items.map(({ count }) => count > 0)).toEqual([true]);
    const charged = await capturesOf(environment(), opened.order_id);
    expect(charged.map(({ amount, currency }) => `${amount} ${currency}`)).toEqual([
      CHARGED[price],
    ]);
  },
);
