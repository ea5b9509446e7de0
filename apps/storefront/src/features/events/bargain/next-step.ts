import type { BargainTask } from '@webpay/contract/activity-shapes';
import type { CallResult } from '@webpay/contract/calls';
import { fromMinor, type Money, toMinor } from '@webpay/contract/money';

export type BargainInfo = CallResult<'bargainInfo'>;
export type BargainPack = BargainInfo['packs'][number];
export type BargainTaskEntry = BargainInfo['tasks'][number];

/** Action of the page's primary button. */
export type NextStep =
  | { readonly kind: 'choose' }
  | { readonly kind: 'buy'; readonly pack: BargainPack }
  | { readonly kind: 'claim'; readonly task: BargainTask; readonly lowers: Money }
  | { readonly kind: 'spin' }
  | { readonly kind: 'top_up' }
  | { readonly kind: 'tomorrow' }
  | { readonly kind: 'done' };

/** Pack whose price is being lowered; null when none is chosen or the chosen one is bought. */
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

/** Difference to the minimum price, at least zero. */
export function toMinimum({ price, min_price }: BargainPack): Money {
  return fromMinor(Math.max(0, toMinor(price) - toMinor(min_price)), price.currency);
}

/** Progress from the original price to the minimum, 0 to 1. */
export function lowered({ price, original, min_price }: BargainPack): number {
  const range = toMinor(original) - toMinor(min_price);
  const done = toMinor(original) - toMinor(price);
  return range <= 0 ? 1 : Math.min(1, Math.max(0, done / range));
}
