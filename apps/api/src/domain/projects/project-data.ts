import { theme } from '@webpay/contract/configs-shape';
import * as v from 'valibot';
import type { Json } from '../../platform/db/statement.ts';
import { product, productsFile, projectFile } from './catalogue-shape.ts';
import { network } from './event-window.ts';

export const texts = v.record(v.string(), v.string());
export type Texts = v.InferOutput<typeof texts>;

/** A count of one item, with the data for pages and mails. */
export const givenItem = v.object({
  item_id: v.string(),
  name: texts,
  count: v.number(),
  image: v.string(),
});
export type GivenItem = v.InferOutput<typeof givenItem>;

/** Column `projects.data`: fields of `project.yaml`; pictures are addresses. */
export const projectData = v.object({
  ...v.omit(projectFile, ['code', 'order', 'game_id', 'open']).entries,
  icon: v.string(),
  logo: v.string(),
  copyright_logo: v.string(),
  role_id_image: v.string(),
  popup: v.string(),
  banners: v.array(v.object({ ...projectFile.entries.banners.item.entries, banner: v.string() })),
  categories: productsFile.entries.categories,
  /** The theme as pages use it; the tagline is stored separately in every language. */
  theme: v.object({ button_color: v.string(), ...v.omit(theme, ['tagline']).entries }),
});
export type ProjectData = v.InferOutput<typeof projectData>;

/** Column `products.data`: fields of `products.yaml`; pictures are addresses. */
export const productData = v.object({
  ...v.omit(product, ['product_id', 'kind', 'limit', 'on_sale', 'prices']).entries,
  image: v.string(),
  contents: v.array(givenItem),
  bonus: v.nullable(v.omit(givenItem, ['image'])),
});
export type ProductData = v.InferOutput<typeof productData>;

/** Column `channels.data`. */
export const channelData = v.object({
  name: texts,
  /** Empty: the method has a tile. */
  logo: v.string(),
  /** `'*'`: wherever the project sells. */
  countries: v.union([v.literal('*'), v.pipe(v.array(v.string()), v.readonly())]),
  currencies: v.union([v.literal('*'), v.pipe(v.array(v.string()), v.readonly())]),
});

/** Column `events.data`: fields of all kinds; `rules` belongs to its kind (events/kind.ts). */
export const eventData = v.object({
  title: texts,
  tagline: texts,
  banner: v.string(),
  remind: v.object({ before_start_minutes: v.number(), before_end_minutes: v.number() }),
  /** Zone of the one fixed window. Absent: days, or several windows. */
  time_zone: v.exactOptional(v.string()),
  network,
  rules: v.custom<Json>(() => true),
});

type TaxRate = ProjectData['tax'][number];

/** The last tax rate begun (UTC), a country's own before one for all (`'*'`); null: none. */
export function taxRateOf(rates: readonly TaxRate[], country: string, at: Date): TaxRate | null {
  const day = at.toISOString().slice(0, 10);
  const begun = rates
    .filter((rate) => rate.since === undefined || rate.since <= day)
    .toSorted((a, b) => (a.since ?? '').localeCompare(b.since ?? ''));
  const own = begun.findLast((rate) => rate.countries !== '*' && rate.countries.includes(country));
  return own ?? begun.findLast((rate) => rate.countries === '*') ?? null;
}

/** The tax in a total, minor units, half a unit rounded up; `percent` has up to three decimals. */
export function taxIncluded(totalMinor: number, percent: number): number {
  const rate = BigInt(Math.round(percent * 1000));
  const whole = 100_000n + rate;
  return Number((BigInt(totalMinor) * rate * 2n + whole) / (whole * 2n));
}

/** The tax of an order as it is kept with it. */
export type KeptTax = {
  /** Rate in thousandths of a percent; 0: none. */
  readonly taxThousandths: number;
  /** Tax in the total, minor units. */
  readonly taxMinor: number;
  readonly taxName: TaxRate['name'] | null;
};

/** The tax in a total at the rate of this moment; later edits of the rates change no order. */
export function taxToKeep(
  rates: readonly TaxRate[],
  order: { readonly country: string; readonly totalMinor: number; readonly at: Date },
): KeptTax {
  const rate = taxRateOf(rates, order.country, order.at);
  if (rate === null) return { taxThousandths: 0, taxMinor: 0, taxName: null };
  return {
    taxThousandths: Math.round(rate.percent * 1_000),
    taxMinor: taxIncluded(order.totalMinor, rate.percent),
    taxName: rate.name,
  };
}
