import { createCardKeeper, type CardKeeper } from './card-keeper.ts';
import type { Ctx } from '../../apps/api/src/context.ts';
import { approveWallet, postJson, type Outside } from './shopper.ts';

export const BY_PAYPAL = { pay_id: 'paypal', country: 'US' };

type Kept = { readonly id: string; readonly orderId: string };

/** Characters of a shop who keep PayPal, and the sandbox's kept wallets. */
export function walletKeepersOf(shop: () => Outside, ctx: () => Ctx) {
  /** Sandbox controls: the account's vault with an empty path, else one kept wallet. */
  const atSandbox = (path: string, body: object) =>
    postJson(`${shop().sandboxUrl}/paypal/vault${path}`, body);
  const keptNow = async (): Promise<readonly Kept[]> => {
    const response = await fetch(`${shop().sandboxUrl}/paypal/vault`);
    return ((await response.json()) as { kept: Kept[] }).kept;
  };

  /** Opens PayPal’s order of a purchase, a new one without a key. */
  const open = (
    player: CardKeeper,
    more: Readonly<Record<string, string>> = {},
    key: string = crypto.randomUUID(),
  ) => player.call('orderCreate', { ...player.order(key), ...BY_PAYPAL, ...more });

  /** Pays by PayPal, whose payer agrees that it is kept. */
  const payAndKeep = async (player: CardKeeper, key?: string) => {
    const opened = await open(player, { keeps_wallet: '1' }, key);
    if (opened.pay?.kind !== 'paypal') throw new Error('not a wallet order');
    await approveWallet(shop(), opened.pay.order_id);
    await player.until(opened.token, (each) => each.delivery.state === 'delivered');
    return { ...opened, orderRef: opened.pay.order_id };
  };

  return {
    atSandbox,
    keptNow,
    open,
    payAndKeep,
    keeper: () => createCardKeeper(shop(), ctx),
    /** Saves PayPal. @returns its name here and its token at PayPal */
    save: async (player: CardKeeper) => {
      const { orderRef } = await payAndKeep(player);
      const [wallet] = await player.untilCards(1);
      const token = (await keptNow()).find((each) => each.orderId === orderRef)?.id ?? '';
      return { card: wallet?.card ?? '', token };
    },
    payWith: (player: CardKeeper, saved: string, key: string = crypto.randomUUID()) =>
      player.ask('orderCreate', { ...player.order(key), ...BY_PAYPAL, saved }),
    buyWith: (player: CardKeeper, saved: string, key?: string) => open(player, { saved }, key),
  };
}
