import { CARDS, type Shopper, untilOrder, want } from '../shopper.ts';
import { outside } from './outside.ts';

/** A purchase that the page under test need not make itself: one good, paid by card. */
export async function buyAs(
  shopper: Shopper,
  productId: string,
  options: {
    readonly source?: 'direct' | 'card';
    /** How far the shop's clock was moved. */
    readonly offsetMs?: number;
  } = {},
): Promise<void> {
  const { source = 'direct', offsetMs = 0 } = options;
  const client = shopper.clientAt(offsetMs);
  const { prices } = await want(
    client.call('productPrices', { product_ids: productId, country: 'US' }),
  );
  const total = prices[0]?.price;
  if (total === undefined) throw new Error(`there is no ${productId}`);
  const { token, pay } = await want(
    client.call('orderCreate', {
      products: JSON.stringify([{ product_id: productId, count: 1 }]),
      country: 'US',
      pay_id: 'card',
      redirect_url: `${outside().url}/miniflix/payment`,
      source,
      total: JSON.stringify(total),
    }),
  );
  if (pay === null || pay.kind === 'paypal') throw new Error('not a card order');
  const paymentToken = await shopper.tokenise(pay, CARDS.success);
  await want(client.call('payermaxCard', { sessionKey: pay.session_key, paymentToken }));
  await untilOrder(
    () => want(client.call('orderInquire', { token })),
    ({ state }) => state === 'success',
  );
}
