import * as v from 'valibot';
import { id } from './inputs.ts';

/** Shapes of steps that publish a catalogue. */

/** Prices in minor units, each once. */
export const priceCells = v.pipe(
  v.array(
    v.strictObject({
      product_id: id,
      currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
      minor: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000_000_000)),
    }),
  ),
  v.minLength(1),
  v.maxLength(2_000),
  v.check((cells) => {
    const keys = cells.map(({ product_id, currency }) => `${product_id} ${currency}`);
    return new Set(keys).size === keys.length;
  }),
);
/** Numbers of an event's rules by the key of their knob (event-rules.ts), each once. Money in US cents. */
export const ruleValues = v.pipe(
  v.array(
    v.strictObject({
      key: v.pipe(v.string(), v.regex(/^[a-z_]{1,16}(?: [A-Za-z0-9_-]{1,64}){0,2}$/)),
      value: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000_000)),
    }),
  ),
  v.minLength(1),
  v.maxLength(500),
  v.check((values) => new Set(values.map(({ key }) => key)).size === values.length),
);
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
/** Made-up players of a simulation: shares from 0 to 1, and the US cents of one top-up. */
export const players = v.strictObject({
  /** Comes on a day after the first. */
  returns: share,
  /** Spins when there. */
  spins: share,
  /** Tops up on a day when there. */
  topsUp: share,
  /** Buys on a day when there, at the minimum. */
  buys: share,
  topUpMinor: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)),
});
