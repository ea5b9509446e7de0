import type { CallResult } from '../../../packages/contract/src/calls.ts';
import { CARDS, type Shopper, want } from '../../support/shopper.ts';
import { changeAnswers, failed, goOffline, signIn, type Scene, type Scenes } from './scene.ts';

type Kind = 'cumulation' | 'card';
type Change<K extends Kind> = (info: CallResult<`${K}Info`>) => object;

const cumulation = (change: Change<'cumulation'>): Scene => changed('cumulation', change);
const card = (change: Change<'card'>): Scene => changed('card', change);

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
  'cumulation-failed': failed('cumulation', 'cumulation'),
  'cumulation-offline': async (parts) => {
    await cumulation((info) => ({
      ...info,
      tasks: info.tasks.map((task) => ({ ...task, progress: task.goal, state: 'claimable' })),
    }))(parts);
    await goOffline(parts.page);
  },
  card: card((info) => info),
  'card-owned': async (parts) => {
    await ownCard(parts.shopper);
    await card((info) => info)(parts);
  },
  'card-claimed': async (parts) => {
    const { card_id, owned } = await ownCard(parts.shopper);
    if (owned?.claimed_today === false) {
      await want(parts.shopper.client.call('cardClaim', { card_id, country: 'US' }));
    }
    await card((info) => info)(parts);
  },
  'card-early': card((info) => ({
    ...notOwned(info),
    state: 'not_started',
    starts_at: info.ends_at - 86_400_000,
  })),
  'card-over': card((info) => ({ ...notOwned(info), state: 'ended' })),
  'card-failed': failed('card', 'card'),
  'card-offline': async (parts) => {
    await card((info) => info)(parts);
    await goOffline(parts.page);
  },
};

type Card = CallResult<'cardInfo'>['cards'][number];

function notOwned(info: CallResult<'cardInfo'>) {
  return { ...info, cards: info.cards.map((each) => ({ ...each, owned: null })) };
}

function changed<K extends Kind>(kind: K, change: Change<K>): Scene {
  return async (parts) => {
    await signIn(parts);
    await changeAnswers(parts.page, `**/api/activity/${kind}/info`, change);
    await parts.page.goto(`/${parts.theme}/activity/${kind}`);
    await parts.page.locator('[data-foot] [data-primary]').waitFor();
  };
}

/** Buys the card unless another scene has done so for this player. */
async function ownCard(shopper: Shopper): Promise<Card> {
  const { client } = shopper;
  const cardNow = async () => {
    const [first] = (await want(client.call('cardInfo', { country: 'US' }))).cards;
    if (first === undefined) throw new Error('the event has no card');
    return first;
  };
  const before = await cardNow();
  if (before.owned !== null) return before;
  const fields = { ...shopper.place, country: 'US', event: 'card' } as const;
  const { goods } = await want(client.call('productLists', fields));
  const [good] = goods;
  if (good === undefined) throw new Error('no card is sold');
  const products = [{ product_id: good.product_id, count: 1 }];
  const opened = await shopper.open({ products, source: 'card', total: good.price });
  await shopper.payByCard(opened, CARDS.success);
  await shopper.until(opened.token, ({ state }) => state === 'success');
  return cardNow();
}
