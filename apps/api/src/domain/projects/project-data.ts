import { LANGUAGES } from '@webpay/contract/languages';
import { theme } from '@webpay/contract/shapes';
import * as v from 'valibot';
import type { Json } from '../../platform/db/statement.ts';

export const texts = v.record(v.string(), v.string());
export type Texts = v.InferOutput<typeof texts>;

/** Column `projects.data`: catalogue data of a project; pictures are addresses. */
export const projectData = v.object({
  name: texts,
  tagline: texts,
  currency_name: texts,
  langs: v.array(v.picklist(LANGUAGES)),
  lang_default: v.picklist(LANGUAGES),
  cid_pattern: v.string(),
  cid_upper: v.boolean(),
  pwd_status: v.optional(v.picklist(['0', '1']), '0'),
  use_usd_limit: v.boolean(),
  cart_limit: v.number(),
  /** Whole US dollars. */
  cart_usd_limit: v.number(),
  service_email: v.string(),
  privacy_protocol: v.string(),
  user_protocol: v.string(),
  game_scheme: v.string(),
  reload_only: v.boolean(),
  countries: v.array(v.object({ country: v.string(), currency: v.string() })),
  country_default: v.string(),
  analytics: v.object({
    statistics_src: v.string(),
    statistics_id: v.string(),
    tag_src: v.string(),
    tag_id: v.string(),
    hosts: v.optional(v.array(v.string()), []),
    consent_countries: v.optional(v.array(v.string())),
  }),
  /** Later routes by name; true: open in this project. */
  screens: v.record(v.string(), v.boolean()),
  game: v.object({ channelid: v.string(), vc: v.string() }),
  error_variants: v.record(v.string(), v.string()),
  icon: v.string(),
  logo: v.string(),
  copyright_logo: v.string(),
  role_id_image: v.string(),
  popup: v.string(),
  popup_text: v.optional(texts),
  link_hosts: v.optional(v.array(v.string()), []),
  framed_by: v.optional(v.array(v.string()), []),
  banners: v.array(
    v.object({ banner: v.string(), banner_url: v.string(), text: v.optional(texts) }),
  ),
  seller: v.optional(v.object({ name: v.string(), address: v.string() })),
  tax: v.optional(
    v.array(
      v.object({
        countries: v.union([v.literal('*'), v.array(v.string())]),
        name: texts,
        percent: v.number(),
        since: v.optional(v.string()),
      }),
    ),
    [],
  ),
  categories: v.array(v.object({ id: v.string(), name: texts })),
  /** The theme as pages use it; the tagline is stored separately in every language. */
  theme: v.object({ button_color: v.string(), ...v.omit(theme, ['tagline']).entries }),
});
export type ProjectData = v.InferOutput<typeof projectData>;

/** Column `channels.data`. `'*'`: wherever the project sells. */
export const channelData = v.object({
  name: texts,
  logo: v.string(),
  countries: v.union([v.literal('*'), v.array(v.string())]),
  currencies: v.union([v.literal('*'), v.array(v.string())]),
});

/** Column `events.data`: fields of all kinds; `rules` belongs to its kind (events/kind.ts). */
export const eventData = v.object({
  title: texts,
  tagline: texts,
  banner: v.string(),
  remind: v.object({ before_start_minutes: v.number(), before_end_minutes: v.number() }),
  rules: v.custom<Json>(() => true),
});
export type EventData = v.InferOutput<typeof eventData>;

type TaxRate = ProjectData['tax'][number];

/**
 * The latest tax rate in force (UTC); a country's own precede those for all (`'*'`). null: none.
 */
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
