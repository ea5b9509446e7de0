import type { BargainTask } from '@webpay/contract/activity-shapes';
import type { CallResult } from '@webpay/contract/calls';
import { fromMinor, type Money, toMinor } from '@webpay/contract/money';

export type BargainInfo = CallResult<'bargainInfo'>;
export type BargainPack = BargainInfo['packs'][number];
export type BargainTaskEntry = BargainInfo['tasks'][number];

/** The one thing that leads on from here: what the page's primary button does. */
export type NextStep =
  | { readonly kind: 'choose' }
  | { readonly kind: 'buy'; readonly pack: BargainPack }
  | { readonly kind: 'claim'; readonly task: BargainTask; readonly lowers: Money }
  | { readonly kind: 'spin' }
  | { readonly kind: 'top_up' }
  | { readonly kind: 'tomorrow' }
  | { readonly kind: 'done' };

/** The pack a player lowers the price of; null: none, or the last one chosen is bought. */
export function chosenPack({
  packs,
  chosen,
}: Pick<BargainInfo, 'packs' | 'chosen'>): BargainPack | null {
  return packs.find(({ pack_id, state }) => pack_id === chosen && state !== 'bought') ?? null;
}

export function nextStep(
  info: Pick<BargainInfo, 'packs' | 'chosen' | 'tasks' | 'spins_left'>,
): NextStep {
  if (info.packs.every(({ state }) => state === 'bought')) return { kind: 'done' };
  const pack = chosenPack(info);
  if (pack === null) return { kind: 'choose' };
  if (pack.state === 'at_minimum') return { kind: 'buy', pack };
  const claimable = info.tasks.find(({ task, state }) => task !== 'spin' && state === 'claimable');
  if (claimable) return { kind: 'claim', task: claimable.task, lowers: claimable.lowers };
  if (info.spins_left > 0) return { kind: 'spin' };
  const isOpen = info.tasks.some(({ task, state }) => task === 'top_up' && state === 'open');
  return { kind: isOpen ? 'top_up' : 'tomorrow' };
}

/** What still has to come off; never less than nothing. */
export function toMinimum({ price, min_price }: BargainPack): Money {
  return fromMinor(Math.max(0, toMinor(price) - toMinor(min_price)), price.currency);
}

/** How far a pack's price has come from where it began to its minimum, 0 to 1. */
export function lowered({ price, original, min_price }: BargainPack): number {
  const way = toMinor(original) - toMinor(min_price);
  const done = toMinor(original) - toMinor(price);
  return way <= 0 ? 1 : Math.min(1, Math.max(0, done / way));
}
