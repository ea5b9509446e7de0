import { signMallToken } from '../../../apps/api/src/domain/mall/mall-token.ts';
import { mallClaims } from '../../support/mall-buyer.ts';
import { want } from '../../support/shopper.ts';
import type { SceneParts, Scenes } from './scene.ts';

export const MALL: Scenes = {
  mall: async (parts) => {
    await parts.page.goto(`/mallCheckout?token=${await tokenOf(parts)}`);
    await parts.page.frameLocator('iframe').locator('#number').waitFor();
  },
  'mall-forged': async (parts) => {
    await parts.page.goto(`/mallCheckout?token=${await tokenOf(parts)}x`);
    await parts.page.locator('main [role=alert]').waitFor();
  },
};

async function tokenOf({ theme, shopper }: SceneParts): Promise<string> {
  const { game_id } = await want(shopper.client.call('configs', {}));
  const opened = await shopper.open();
  const [item] = (await shopper.inquire(opened.token)).items;
  if (item === undefined) throw new Error('an order without an item');
  return signMallToken(
    `game-key-${game_id}`,
    mallClaims({
      website_code: theme,
      server_id: shopper.serverId,
      cid: shopper.cid,
      products: [{ product_id: item.product_id, count: 1 }],
    }),
  );
}
