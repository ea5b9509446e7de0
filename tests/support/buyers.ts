import { setTimeout as sleep } from 'node:timers/promises';
import { createStoreClient } from '@webpay/contract/client';
import { signLink } from '../../apps/api/src/domain/access/links/access-link.ts';
import { signMallToken } from '../../apps/api/src/domain/mall/mall-token.ts';
import { linkClaims, mallClaims } from './mall-buyer.ts';
import {
  approveWallet,
  CARDS,
  createShopper,
  freshCid,
  MINIFLIX,
  payCard,
  untilOrder,
  want,
  type Outside,
  type Shopper,
} from './shopper.ts';

const PAUSE_MS = 100;

export type Buyers = ReturnType<typeof buyersOf>;

/**
 * Players who buy until they are stopped: by card, by wallet, by a game's order, after a game's link, and one whose page
 * and session stay open. Each reads the signing secret from a page, as browsers do.
 */
export function buyersOf(outside: Outside, firstGameKey: string) {
  let gameKey = firstGameKey;
  let isOver = false;
  let stay: Shopper | null = null;
  const bought: string[] = [];
  const shopper = async () => createShopper(outside, { ...MINIFLIX, secret: await secretOf() });
  const secretOf = async (): Promise<string> => {
    const page = await (await fetch(`${outside.url}/${MINIFLIX.websiteCode}`)).text();
    const [, secret] = /"signSecret":"([^"]+)"/.exec(page) ?? [];
    if (secret === undefined) throw new Error('the page has no signing secret');
    return secret;
  };
  const newClient = async () =>
    createStoreClient({ baseUrl: outside.url, secret: await secretOf(), ...MINIFLIX });

  const work: readonly (() => Promise<void>)[] = [
    async () => {
      const player = await shopper();
      const opened = await player.open();
      await player.payByCard(opened, CARDS.success);
      await player.until(opened.token, ({ delivery }) => delivery.state === 'delivered');
      bought.push(opened.order_id);
    },
    async () => {
      const player = await shopper();
      const opened = await player.open({ pay_id: 'paypal' });
      if (opened.pay?.kind !== 'paypal') throw new Error('not a wallet order');
      const { order_id, invoice_id } = opened.pay;
      await approveWallet(outside, order_id);
      await want(player.client.call('paypalCapture', { invoice_id, order_id }));
      await player.until(opened.token, ({ delivery }) => delivery.state === 'delivered');
      bought.push(opened.order_id);
    },
    async () => {
      const client = await newClient();
      const cid = freshCid();
      const token = signMallToken(gameKey, mallClaims({ cid }));
      const shown = await want(client.call('mallOrder', { token }));
      const opened = await want(client.call('mallPay', { token, pay_id: 'card', country: 'US' }));
      await payCard(outside, client, opened, CARDS.success);
      const inquire = () => want(client.call('orderInquire', { token: shown.token }));
      await untilOrder(inquire, ({ delivery }) => delivery.state === 'delivered');
      bought.push(opened.order_id);
      await want(client.call('link', { link: signLink(gameKey, linkClaims({ cid })) }));
    },
    async () => {
      const player = (stay ??= await shopper());
      await want(player.client.call('productLists', player.place));
      const { token } = await player.open({ order_key: 'the-order-that-stays' });
      await player.inquire(token);
    },
  ];
  const turns = work.map(() => 0);
  let failure: Error | null = null;
  const loops = work.map(async (one, n) => {
    try {
      while (!isOver) {
        await one();
        turns[n] = (turns[n] ?? 0) + 1;
        // Players who need no delivery would keep a core busy while the others wait for theirs.
        await sleep(PAUSE_MS);
      }
    } catch (error) {
      failure ??= error instanceof Error ? error : new Error(String(error));
      isOver = true;
    }
  });
  return {
    shopper,
    /** Signs orders and links with another key from the next one on. */
    signAs: (key: string) => {
      gameKey = key;
    },
    /** Loads the page that stayed open again. */
    reload: () => {
      stay = null;
    },
    /** Waits until each of them has begun and ended something from now on. */
    turn: async (): Promise<void> => {
      const before = [...turns];
      while (!turns.every((count, n) => count >= (before[n] ?? 0) + 2)) {
        if (failure !== null) throw failure;
        await sleep(20);
      }
    },
    /** @returns the orders that were paid and delivered */
    stop: async (): Promise<readonly string[]> => {
      isOver = true;
      await Promise.all(loops);
      if (failure !== null) throw failure;
      return bought;
    },
  };
}
