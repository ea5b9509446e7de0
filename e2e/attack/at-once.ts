import type { CallName } from '@webpay/contract/paths';
import type { Shopper } from '../../apps/api/src/testing/shopper.ts';
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
