import * as v from 'valibot';
import { LANGUAGES } from '../languages.ts';
import { LIMIT_PERIODS } from './limit-periods.ts';
import { id, isReadable } from './inputs.ts';

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
/** Windows of an event by the clock of their zone, at most one for a country (event-windows.ts). */
export const eventWindows = v.pipe(
  v.array(
    v.strictObject({
      from: v.pipe(v.string(), v.maxLength(16)),
      to: v.pipe(v.string(), v.maxLength(16)),
      time_zone: v.pipe(v.string(), v.maxLength(64)),
      /** Null: every country that no other window names. */
      countries: v.nullable(
        v.pipe(
          v.array(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/))),
          v.minLength(1),
          v.maxLength(250),
        ),
      ),
    }),
  ),
  v.minLength(1),
  v.maxLength(50),
);
export type EventWindow = v.InferOutput<typeof eventWindows>[number];
/** Each value once. */
const isOnce = (keys: readonly string[]): boolean => new Set(keys).size === keys.length;
const texts = (max: number) =>
  v.pipe(
    v.array(
      v.strictObject({
        lang: v.picklist(LANGUAGES),
        text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(max), v.check(isReadable)),
      }),
    ),
    v.minLength(1),
    v.check((list) => isOnce(list.map(({ lang }) => lang))),
  );
export const goodLimit = v.nullable(
  v.strictObject({
    max: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)),
    period: v.picklist(LIMIT_PERIODS),
  }),
);
/** New fields of goods, each good once; absent fields stay. */
export const goodEdits = v.pipe(
  v.array(
    v.strictObject({
      product_id: id,
      on_sale: v.optional(v.boolean()),
      /** Null: no limit. */
      limit: v.optional(goodLimit),
      names: v.optional(texts(60)),
      descriptions: v.optional(texts(200)),
    }),
  ),
  v.maxLength(200),
  v.check((list) => isOnce(list.map(({ product_id }) => product_id))),
);
export type GoodEdits = v.InferOutput<typeof goodEdits>;
/** Every good of the project in its new place. */
export const goodsOrder = v.pipe(
  v.array(id),
  v.minLength(1),
  v.maxLength(500),
  v.check((list) => isOnce(list)),
);
const country = v.pipe(v.string(), v.regex(/^[A-Z]{2}$/));
/** Countries of methods, each way once; null: the project does not offer it any more. */
export const wayEdits = v.pipe(
  v.array(
    v.strictObject({
      pay_id: id,
      countries: v.nullable(
        v.union([
          v.literal('*'),
          v.pipe(
            v.array(country),
            v.minLength(1),
            v.maxLength(250),
            v.check((list) => isOnce(list)),
          ),
        ]),
      ),
    }),
  ),
  v.maxLength(100),
  v.check((list) => isOnce(list.map(({ pay_id }) => pay_id))),
);
export type WayEdits = v.InferOutput<typeof wayEdits>;
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
/** A file that an import may bring: YAML, or the translations of one language. Pictures are the folder's own. */
export const DRAFT_PATH =
  /^(?:[a-z][a-z0-9_-]{0,40}\.yaml|texts\/[a-z]{2,8}\.json|art\/[a-z0-9][a-z0-9_-]{0,60}\.(?:webp|png))$/;
/** A picture of a draft; its content is `data:image/webp;base64,…`. */
export const PICTURE_PATH = /^art\/[a-z0-9][a-z0-9_-]{0,60}\.(webp|png)$/;
/** Files of a draft by their SHA-256, each once; the shop kept them when they were imported. */
export const draftFiles = v.pipe(
  v.array(
    v.strictObject({
      path: v.pipe(v.string(), v.regex(DRAFT_PATH)),
      sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
    }),
  ),
  v.minLength(1),
  v.maxLength(40),
  v.check((list) => isOnce(list.map(({ path }) => path))),
);
