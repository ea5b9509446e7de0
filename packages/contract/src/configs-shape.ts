import * as v from 'valibot';
import { LANGUAGES } from './languages.ts';

export const theme = v.object({
  mode: v.picklist(['light', 'dark']),
  shape: v.picklist(['round', 'bevel', 'carved']),
  trim: v.nullable(v.string()),
  /** CSS custom properties without the leading `--`. */
  tokens: v.record(v.string(), v.string()),
  font: v.nullable(v.object({ family: v.string(), url: v.string(), size_adjust: v.string() })),
  cast: v.array(
    v.object({
      image: v.string(),
      left: v.number(),
      bottom: v.number(),
      width: v.number(),
      angle: v.number(),
    }),
  ),
  /** Images by use: currency, avatar, icon, card, hourglass … */
  art: v.record(v.string(), v.string()),
  tagline: v.string(),
});

export const configs = v.object({
  langs: v.array(v.object({ code: v.picklist(LANGUAGES) })),
  lang_default: v.picklist(LANGUAGES),
  game_id: v.string(),
  pwd_status: v.picklist(['0', '1']),
  service_email: v.string(),
  privacy_protocol: v.string(),
  user_protocol: v.string(),
  copyright_logo: v.string(),
  role_id_image: v.string(),
  cart_limit: v.number(),
  cart_usd_limit: v.number(),
  resource_configs: v.object({
    icon: v.string(),
    name: v.string(),
    logo: v.string(),
    popup: v.string(),
    /** Text of the image in the page's language; '' where the catalogue has none. */
    popup_text: v.string(),
    banner_configs: v.array(
      v.object({ banner: v.string(), banner_url: v.string(), text: v.string() }),
    ),
  }),
  name: v.string(),
  button_color: v.string(),
  theme,
  cid_pattern: v.string(),
  cid_upper: v.boolean(),
  use_usd_limit: v.boolean(),
  countries: v.array(v.object({ country: v.string(), currency: v.string() })),
  country: v.string(),
  /** Source of `country`: the player, a trusted proxy, the browser's language, or none. */
  country_from: v.picklist(['chosen', 'proxy', 'language', 'default']),
  analytics: v.object({
    statistics_src: v.string(),
    statistics_id: v.string(),
    tag_src: v.string(),
    tag_id: v.string(),
  }),
  api_hosts: v.array(v.string()),
  reload_only: v.boolean(),
  game_scheme: v.string(),
  /** Optional routes that this project has opened (R08, R09, R13–R17). */
  open_screens: v.array(v.string()),
  /** Variants of an error text: {"10006":"user"} shows `error.10006.user` (E01). */
  error_variants: v.record(v.string(), v.string()),
  /** End of the shop's maintenance in ms; absent: it is open, or the end is not known. */
  opens_at: v.optional(v.number()),
});
