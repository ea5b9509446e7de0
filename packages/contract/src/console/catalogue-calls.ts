import * as v from 'valibot';
import { define, id } from './inputs.ts';
import { projectName, time } from './shapes.ts';

const version = v.object({
  number: v.number(),
  /** import: by the command; publish: by the console; rollback: older files came back. */
  source: v.picklist(['import', 'publish', 'rollback']),
  /** The version whose files came back; null: not a way back. */
  restores: v.nullable(v.number()),
  at: time,
  by: v.string(),
  because: v.string(),
});
export type CatalogueVersion = v.InferOutput<typeof version>;

const good = v.object({
  product_id: v.string(),
  name: v.string(),
  on_sale: v.boolean(),
  /** Live prices in minor units, by currency. */
  prices: v.record(v.string(), v.number()),
});
export type CatalogueGood = v.InferOutput<typeof good>;

/** Input and answer of the catalogue screen (docs/console.md). */
export const CATALOGUE_CALLS = {
  catalogue: define(
    v.object({ project: id }),
    v.object({
      project: projectName,
      /** The newest first, at most 50; the first is live. Empty: none is known yet. */
      versions: v.array(version),
      /** US dollars first, then those of the project's countries. */
      currencies: v.array(v.string()),
      goods: v.array(good),
      now: time,
    }),
  ),
} as const;
