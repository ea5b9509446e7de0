import type { Goods } from '@webpay/contract/calls';
import { NAMED_BY_AMOUNT } from './gain.ts';

type Named = Pick<Goods, 'name' | 'bonus'>;

export type Amount = {
  readonly amount: number;
  readonly bonus: number;
  readonly unit: string;
};

/** Parses a name like "980 Gems" with a bonus of the same unit; null for other names or bonuses. */
export function amountOf({ name, bonus }: Named): Amount | null {
  const named = NAMED_BY_AMOUNT.exec(name);
  const amount = Number(named?.[1]?.replaceAll(/\D/g, '') ?? 0);
  const unit = named?.[2]?.trim() ?? '';
  if (amount === 0 || unit === '' || (bonus !== null && !isForm(unit, bonus.name))) return null;
  return { amount, bonus: bonus?.count ?? 0, unit };
}

/** Whether two words are forms of one, which share their first letters: «Кристаллы», «980 кристаллов». */
function isForm(unit: string, name: string): boolean {
  const named = name.toLowerCase().split(' ');
  const counted = unit.toLowerCase().split(' ').slice(-named.length);
  return named.every((word, at) => word.slice(0, 3) === counted[at]?.slice(0, 3));
}
