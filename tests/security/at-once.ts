import type { CallName } from '@webpay/contract/paths';
import type { Shopper } from '../support/shopper.ts';
import { countsOf, mustEqual, tally } from './expect.ts';
import { call, type Field } from './field.ts';
import type { Fields, Seen } from './wire.ts';

/** The same call, as often as the field says, all at once. */
export function atOnce(
  field: Field,
  shopper: Shopper,
  name: CallName,
  fields: (n: number) => Fields,
): Promise<Seen[]> {
  const as = { token: shopper.userToken };
  return Promise.all(
    Array.from({ length: field.parallel }, (_, n) => call(field, name, fields(n), as)),
  );
}

/** Rows of the character $1, by its id. */
export const mine = (table: string): string =>
  `${table} t join players p on p.id = t.player_id where p.cid = $1`;

/** One of all these is served, every other one refused with this code. */
export function mustServeOne(field: Field, all: readonly Seen[], refusal: number): string {
  mustEqual('answers', countsOf(all), { 200: 1, [refusal]: field.parallel - 1 });
  return tally(all);
}

/** Contract §2 lets a character make 40 orders a minute; this environment has lifted that limit, and so many at once are enough. */
const ORDERS_AT_ONCE = 250;

/** The same for calls that make orders, as often as the field says, so many of them at once. */
export async function inCrowds(
  field: Field,
  shopper: Shopper,
  fields: () => Fields,
): Promise<Seen[]> {
  const all: Seen[] = [];
  while (all.length < field.parallel) {
    const parallel = Math.min(ORDERS_AT_ONCE, field.parallel - all.length);
    all.push(...(await atOnce({ ...field, parallel }, shopper, 'orderCreate', fields)));
  }
  return all;
}
