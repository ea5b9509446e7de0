import { CARDS, type Shopper } from '../../apps/api/src/testing/shopper.ts';
import { signIn, type Scene, type SceneParts, type Scenes } from './scene.ts';

/** Cumulation and weekly card; the bargain has scenes of its own. */
export const EVENTS: Scenes = {
  cumulation: cumulation((info) => info),
  'cumulation-ready': cumulation((info) => ({
    ...info,
    points: 2498,
    days: 3,
    tasks: info.tasks.map((task, index) => {
      const isFar = index % 3 === 2;
      const progress = isFar ? Math.floor(task.goal / 2) : task.goal;
      return { ...task, progress, state: isFar ? 'open' : index % 3 ? 'claimed' : 'claimable' };
    }),
  })),
  'cumulation-claimed': cumulation((info) => ({
    ...info,
    points: 12_900,
    days: 7,
    tasks: info.tasks.map((task) => ({ ...task, progress: task.goal, state: 'claimed' })),
  })),
  'cumulation-early': cumulation((info) => ({
    ...info,
    state: 'not_started',
    starts_at: info.ends_at - 86_400_000,
  })),
  'cumulation-over': cumulation((info) => ({ ...info, state: 'ended' })),
  card: async (parts) => openCard(parts),
  'card-owned': async (parts) => {
    await buyCard(parts.shopper);
    await openCard(parts);
  },
};

type Info = {
  readonly ends_at: number;
  readonly tasks: readonly { readonly goal: number }[];
};

/** The page as the server would tell it of a player who is that far. */
function cumulation(change: (info: Info) => object): Scene {
  return async (parts) => {
    await signIn(parts);
    await parts.page.route('**/api/activity/cumulation/info', async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { result: Info };
      await route.fulfill({ response, json: { ...answer, result: change(answer.result) } });
    });
    await parts.page.goto(`/${parts.theme}/activity/cumulation`);
    await parts.page.locator('[data-foot] [data-primary]').waitFor();
  };
}

async function openCard(parts: SceneParts): Promise<void> {
  await signIn(parts);
  await parts.page.goto(`/${parts.theme}/activity/card`);
  await parts.page.locator('[data-foot] [data-primary]').waitFor();
}

async function buyCard(shopper: Shopper): Promise<void> {
  const { client, prId: pr_id, serverId: server_id, cid } = shopper;
  const fields = { pr_id, server_id, cid, country: 'US', event: 'card' } as const;
  const good = (await client.call('productLists', fields)).result?.goods[0];
  if (good === undefined) throw new Error('no card is sold');
  const products = [{ product_id: good.product_id, count: 1 }];
  const opened = await shopper.open({ products, source: 'card', total: good.price });
  await shopper.payByCard(opened, CARDS.success);
  await shopper.until(opened.token, ({ state }) => state === 'success');
}
