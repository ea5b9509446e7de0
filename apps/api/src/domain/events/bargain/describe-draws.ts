import { fromMinor } from '@webpay/contract/money';
import type { Db } from '../../../platform/db/pool.ts';
import type { RowOf } from '../../../platform/db/statement.ts';
import { couponDraws, spinDraws } from './queries.ts';

/** Describes every draw of the characters with an id, oldest first: range, number and result. */
export async function describeDraws(db: Db, project: string, cid: string): Promise<string[]> {
  const coupons = await db.many(couponDraws, { project, cid });
  const spins = await db.many(spinDraws, { project, cid });
  return [...coupons.map(lineOfCoupon), ...spins.map(lineOfSpin)]
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, text }) => `${at.toISOString()}  ${text}`);
}

type Line = { readonly at: Date; readonly text: string };

function lineOfCoupon({ at, server_id, event_id, n, draw }: RowOf<typeof couponDraws>): Line {
  const range = `${dollars(draw.from_minor)} to ${dollars(draw.to_minor)} in steps of ${dollars(draw.step_minor)}`;
  const drawn = `number ${draw.number} of 0 to ${draw.total - 1}`;
  return {
    at,
    text: `server ${server_id}, ${event_id}, coupon ${n}: ${range}; ${drawn}: ${dollars(draw.value_minor)} off`,
  };
}

function lineOfSpin(spin: RowOf<typeof spinDraws>): Line {
  const { at, server_id, event_id, n, draw, lowers_minor, wheel } = spin;
  const ranges = draw.ranges.map(({ from, to }) => `${from} to ${to - 1}`).join(', ');
  const item = wheel[draw.index]?.item;
  const won = item ? `${item.item_id} × ${item.count}` : `${dollars(lowers_minor)} off`;
  const drawn = `number ${draw.number} of 0 to ${draw.total - 1}`;
  return {
    at,
    text: `server ${server_id}, ${event_id}, coupon ${n}, spin: fields ${ranges}; ${drawn}: field ${draw.index}, ${won}`,
  };
}

/** Rules are in US dollars, whatever a player pays in. */
function dollars(minor: number): string {
  return `$${fromMinor(minor, 'USD').amount}`;
}
