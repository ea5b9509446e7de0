import { isGameScheme } from '@webpay/contract/addresses';
import { LANGUAGES } from '@webpay/contract/languages';
import * as v from 'valibot';
import { CURRENCIES } from './currencies.ts';
import { fileWindow, network } from './event-window.ts';

/** Shapes of the files of a project's folder in `catalogue/` (catalogue-import). */

const form = (regex: RegExp, message?: string) => v.pipe(v.string(), v.regex(regex, message));
export const atLeastOne = <S extends v.GenericSchema>(item: S) =>
  v.pipe(v.array(item), v.minLength(1));

const id = form(/^[A-Za-z0-9_-]{1,64}$/, 'is not an id of A-Z a-z 0-9 _ -');
const count = v.pipe(v.number(), v.integer(), v.minValue(1));
const country = form(/^[A-Z]{2}$/, 'is not an ISO country code');

const currency = v.pipe(
  v.string(),
  v.check((code) => CURRENCIES.has(code), 'is not a currency of ISO 4217, such as EUR or JPY'),
);
const percent = v.pipe(v.number(), v.minValue(-50), v.maxValue(150));

const https = v.pipe(
  v.string(),
  v.url('is not an address'),
  v.startsWith('https://', 'is not https'),
);

/** A page of the shop, or an external address that the project allows. */
const link = v.union([form(/^\/[a-z0-9_]+(\/[A-Za-z]+)*$/), https]);

const host = form(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, 'is not a host');

/** `https://*.example.com`: a host with at most one leading wildcard, without a path. */
const cspHost = form(/^https:\/\/(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, 'is not https://host');

/** `https://game.example` with an optional port; no wildcard. */
const origin = form(/^https:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d{1,5})?$/, 'is not https://host');

/** `miniflix://open`: the app link of a game, never a scheme that a browser runs or loads. */
const gameScheme = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9+.-]*:\/\//, 'is not the scheme of an app'),
  v.check(isGameScheme, 'is not the scheme of an app'),
);

/** A file of the project's `art/`, or `shared/…` for the common folder. */
const picture = form(
  /^(shared\/([a-z]+\/)?)?[a-z0-9-]+\.(webp|svg)$/,
  'is not the name of a picture',
);

/** `{lang: text}` with English as the fallback. */
const texts = (max: number) =>
  v.pipe(
    v.record(
      v.picklist(LANGUAGES),
      v.pipe(
        v.string(),
        v.trim(),
        v.minLength(1, 'is empty'),
        v.maxLength(max, `is longer than ${max}`),
      ),
    ),
    v.check((text) => text.en !== undefined, 'has no English'),
  );

const name = texts(60);
const line = (max: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(max));
/** At most three lines in half a banner. */
const bannerText = texts(44);

const pattern = v.pipe(
  v.string(),
  v.maxLength(200, 'is longer than 200'),
  v.check((source) => {
    try {
      return !new RegExp(source, 'u').test('');
    } catch {
      return false;
    }
  }, 'is not a regular expression that refuses an empty ID'),
);

export const projectFile = v.strictObject({
  code: form(/^[a-z][a-z0-9_]{1,30}$/, 'is not a project code'),
  order: count,
  game_id: form(/^\d{1,9}$/, 'is not a game id'),
  open: v.boolean(),
  name,
  tagline: name,
  currency_name: name,
  langs: atLeastOne(v.picklist(LANGUAGES)),
  lang_default: v.picklist(LANGUAGES),
  cid_pattern: pattern,
  cid_upper: v.boolean(),
  /** '1': characters must set an access password before they use the shop. */
  pwd_status: v.optional(v.picklist(['0', '1'], "is neither '0' nor '1'"), '0'),
  use_usd_limit: v.boolean(),
  cart_limit: count,
  /** In whole US dollars. */
  cart_usd_limit: count,
  /** Most of one order, a UTC day and a new character's first day, in whole US dollars (docs/decisions/0037). */
  order_usd_limit: v.optional(count),
  day_usd_limit: v.optional(count),
  first_day_usd_limit: v.optional(count),
  /** Look-ups of characters new to this shop before each one needs an image code; more for a launch (docs/decisions/0020). */
  strangers_an_hour: v.optional(count),
  strangers_a_day: v.optional(count),
  service_email: v.pipe(v.string(), v.email('is not an e-mail address')),
  privacy_protocol: https,
  user_protocol: https,
  game_scheme: gameScheme,
  reload_only: v.boolean(),
  countries: atLeastOne(v.strictObject({ country, currency })),
  country_default: country,
  analytics: v.strictObject({
    statistics_src: v.string(),
    statistics_id: v.string(),
    tag_src: v.string(),
    tag_id: v.string(),
    /** Further hosts of the scripts, for the content security policy. */
    hosts: v.optional(v.array(cspHost), []),
    /** Countries whose visitors are asked for consent; by default those whose law requires it. */
    consent_countries: v.optional(v.array(country)),
  }),
  screens: v.record(v.string(), v.boolean()),
  game: v.strictObject({ channelid: v.string(), vc: v.string() }),
  /** The game is told of refunds and chargebacks (docs/connecting-a-game.md). */
  game_notices: v.optional(v.boolean(), false),
  error_variants: v.record(form(/^\d+$/), v.string()),
  icon: picture,
  logo: picture,
  copyright_logo: picture,
  role_id_image: picture,
  popup: picture,
  /** The text of the popup: its picture contains no words. */
  popup_text: v.optional(bannerText),
  /** External hosts that banners may link to. */
  link_hosts: v.optional(v.array(host), []),
  /** Games that may show the shop in a frame; by default none. */
  framed_by: v.optional(v.array(origin), []),
  banners: v.array(
    v.strictObject({ banner: picture, banner_url: link, text: v.optional(bannerText) }),
  ),
  /** The seller on a receipt; by default the game's name. */
  seller: v.optional(v.strictObject({ name: line(80), address: line(200) })),
  /** Taxes included in the prices. The country's last rate that began by the day (UTC) applies. */
  tax: v.optional(
    v.array(
      v.strictObject({
        countries: v.union([v.literal('*'), v.array(country)]),
        name: texts(24),
        percent: v.pipe(v.number(), v.minValue(0), v.maxValue(100)),
        since: v.optional(v.pipe(v.string(), v.isoDate('is not a day, YYYY-MM-DD'))),
      }),
    ),
    [],
  ),
});

const server = v.strictObject({ server_id: id, name, state: v.picklist(['open', 'maintenance']) });

export const regionsFile = v.strictObject({
  regions: atLeastOne(v.strictObject({ pr_id: id, name, servers: atLeastOne(server) })),
});

/** A method that a project switches on: its facts are in config/methods/methods.yaml. */
const channel = v.strictObject({
  pay_id: id,
  order: count,
  /** The project's own; by default the method's. */
  name: v.optional(name),
  logo: v.optional(picture),
  /** Narrow those of the method. */
  countries: v.optional(v.union([v.literal('*'), v.array(country)])),
  currencies: v.optional(v.union([v.literal('*'), v.array(currency)])),
  /** As the method has them: files of before methods.yaml name them. */
  provider: v.optional(v.string()),
  method: v.optional(v.string()),
});

export const channelsFile = v.strictObject({
  channels: atLeastOne(channel),
});

const given = v.strictObject({ item_id: id, count });

export const limit = v.strictObject({
  max: count,
  period: v.picklist(['once', 'day', 'week', 'month']),
});

export const product = v.strictObject({
  product_id: id,
  kind: v.picklist(['topup', 'pack', 'card', 'bargain']),
  category: id,
  name,
  description: texts(200),
  image: picture,
  tier: v.picklist([1, 2, 3, 4, 5]),
  contents: atLeastOne(given),
  bonus: v.nullable(given),
  /** Count that the game's own store gives for the same price; top-ups only. */
  in_game: v.optional(count),
  /** The ribbon; translations keep to the same length. */
  tag: v.nullable(texts(14)),
  limit: v.nullable(limit),
  /** A character's first purchase gives one piece twice. */
  first_double: v.optional(v.boolean()),
  on_sale: v.boolean(),
  prices: v.record(currency, v.string()),
});

export const productsFile = v.strictObject({
  /** The party that attests every `in_game` of the file, and the day it looked. */
  in_game_source: v.optional(
    v.strictObject({
      by: line(80),
      on: v.pipe(v.string(), v.isoDate('is not a day, YYYY-MM-DD')),
    }),
  ),
  categories: v.array(v.strictObject({ id, name: texts(24) })),
  items: v.array(v.strictObject({ item_id: id, name, image: picture })),
  products: v.array(product),
});

/** The file of events. The fields under a kind's name are read by the kind (events/kind.ts). */
export const eventsFile = v.strictObject({
  events: v.array(
    v.looseObject({
      id,
      kind: v.string(),
      title: name,
      tagline: name,
      banner: picture,
      window: fileWindow,
      network,
      /** Reminder times before the start and before the end. */
      remind: v.strictObject({
        before_start_minutes: v.pipe(v.number(), v.integer(), v.minValue(0)),
        before_end_minutes: v.pipe(v.number(), v.integer(), v.minValue(0)),
      }),
    }),
  ),
});

/** Custom properties that every theme must define, besides `scene` and `sky`. */
const TOKENS = (
  'bg surface surface-2 surface-3 line line-strong text text-2 accent accent-soft ' +
  'on-accent-soft btn btn-lip on-btn ribbon on-ribbon gold gold-soft ok ok-soft warn ' +
  'warn-soft err err-soft hero-ink focus tint ev-1 ev-2 ev-3 on-ev r1 r2 r3 rb display ui ' +
  'halo'
).split(' ');

/** Colours of the sets of empty pages: cloth, its second stripe, posts, edges, boards, and two hills. */
const SET_TOKENS = 'set-1 set-2 set-3 set-4 set-5 ground-1 ground-2'.split(' ');

/** A plain value, which cannot end a declaration or load anything. */
const cssValue = form(/^[^;{}<>\\@]{1,300}$/, 'is not a plain CSS value');

export const themeFile = v.strictObject({
  mode: v.picklist(['light', 'dark']),
  shape: v.picklist(['round', 'bevel', 'carved']),
  trim: v.nullable(v.string()),
  tokens: v.strictObject({
    btn: cssValue,
    ...v.entriesFromList(TOKENS, cssValue),
    // Without them the sets take colours of the theme.
    ...v.entriesFromList(SET_TOKENS, v.exactOptional(cssValue)),
  }),
  scene: form(/^[a-z0-9-]+\.svg$/, 'is not the name of a drawing'),
  sky: cssValue,
  font: v.strictObject({
    family: form(/^[A-Za-z0-9 ]+$/),
    file: form(/^shared\/fonts\/[a-z0-9-]+\.woff2$/, 'is not the name of a font'),
    size_adjust: form(/^\d{2,3}(\.\d+)?%$/, 'is not a percentage'),
    latin_only: v.boolean(),
  }),
  cast: v.array(
    v.strictObject({
      image: picture,
      left: percent,
      bottom: percent,
      width: percent,
      angle: v.number(),
    }),
  ),
  art: v.record(v.string(), picture),
});

/** How the pictures of `shared/` are drawn, and what each is used for. */
export const sharedArtFile = v.strictObject({
  art: v.array(v.string()),
  uses: v.record(v.string(), picture),
});
