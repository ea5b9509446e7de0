import { afterEach, expect, it } from 'vitest';
import { buyByCard, delivered } from '../../support/gateway-desk.ts';
import { operatorOf } from '../../support/operator.ts';
import { clearFaults, setFault, commonShop } from '../../support/shared-environment.ts';
import { CARDS, freshCid, want } from '../../support/shopper.ts';

const environment = commonShop();
const operator = operatorOf(environment);

afterEach(() => clearFaults(environment()));

it('[F17] a resend that cannot be delivered and is refunded shows the refund in its request', async () => {
  const bought = await buyByCard(environment(), CARDS.success);
  const { shopper, orderId, token } = bought;
  await delivered(bought);
  const { request_id: requestId } = await want(
    shopper.client.call('resolutionCreate', {
      order_id: orderId,
      kind: 'wrong_recharge',
      text: 'It was meant for somebody else.',
    }),
  );
  await setFault(environment(), 'game', 'mail', 'mailbox_full', { times: 500 });
  await operator.resolve('approve', requestId, '--to', `${shopper.serverId}/${freshCid()}`);
  const stands = async () => (await want(shopper.client.call('resolutionList', {}))).requests;
  await expect.poll(stands).toMatchObject([{ refund: null, second_mail: { state: 'retrying' } }]);
  // A mail that a worker has leased is left alone.
  const refund = () =>
    operator.resolve('refund', orderId, '--allow-delivered', '--because', 'by a test');
  await expect.poll(() => refund().catch(String)).toContain('will be refunded as');
  await shopper.until(token, (each) => each.state === 'refunded');
  await expect.poll(stands).toMatchObject([
    {
      state: 'approved',
      refund: { amount: { amount: '0.99', currency: 'USD' }, state: 'done' },
      second_mail: { state: 'cancelled' },
    },
  ]);
});
