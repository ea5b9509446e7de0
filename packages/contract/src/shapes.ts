import * as v from 'valibot';
import { LANGUAGES } from './languages.ts';
import { DELIVERY_STATES, ORDER_REASONS, ORDER_STATES } from './order-states.ts';

/**
 * What the answers of several calls are made of (contract §3, §4): money, characters, goods,
 * orders, and the configuration of a project.
 */

export const money = v.object({ amount: v.string(), currency: v.string() });
export const role = v.object({
  pr_id: v.string(),
  server_id: v.string(),
  server_name: v.string(),
  cid: v.string(),
  name: v.string(),
  level: v.number(),
});

const goodsContent = v.object({ name: v.string(), count: v.number(), image: v.string() });
const bonus = v.nullable(v.object({ name: v.string(), count: v.number() }));

const orderItem = v.object({
  product_id: v.string(),
  name: v.string(),
  image: v.string(),
  count: v.number(),
  price: money,
  subtotal: money,
  bonus,
});

export const orderView = v.object({
  order_id: v.string(),
  token: v.string(),
  website_code: v.string(),
  state: v.picklist(ORDER_STATES),
  reason: v.nullable(v.picklist(ORDER_REASONS)),
  items: v.array(orderItem),
  total: money,
  /** Without the session of this character the cid is left out. */
  role: v.object({ ...role.entries, cid: v.optional(v.string()) }),
  created_at: v.number(),
  expires_at: v.number(),
  delivery: v.object({
    state: v.picklist(['none', ...DELIVERY_STATES]),
    reason: v.nullable(v.picklist(['mailbox_full', 'maintenance', 'error'])),
    at: v.nullable(v.number()),
  }),
  /** When the money went back. */
  refunded_at: v.nullable(v.number()),
  /** Paid, and a part of it has gone back: that part. */
  refunded: v.optional(money),
  /** Payments that came on top of it, or too late for it; null: still on its way back. */
  surplus: v.array(v.object({ amount: money, back_at: v.nullable(v.number()) })),
  /** What a game or a mall signed is paid by its own link, everything else in the shop. */
  source: v.picklist(['cart', 'direct', 'bargain', 'card', 'mall']),
  /** To its own player while it is unpaid: the key under which order/create goes on with it. */
  order_key: v.optional(v.string()),
  /** Another order has its cart, or its limited good: it is not paid any more. */
  bought_elsewhere: v.boolean(),
  /** To its own player while the bank, or the wallet, waits for them: where to go on. */
  action: v.optional(
    v.object({
      kind: v.literal('redirect'),
      url: v.string(),
      at: v.picklist(['bank', 'wallet']),
    }),
  ),
  next_poll_ms: v.nullable(v.number()),
});

/** One order in its player's list (F19). */
export const orderEntry = v.pick(orderView, [
  'order_id',
  'token',
  'state',
  'reason',
  'items',
  'total',
  'role',
  'created_at',
  'expires_at',
  'delivery',
  'refunded_at',
  'refunded',
  'surplus',
  'source',
]);

export const pay = v.variant('kind', [
  v.object({
    kind: v.picklist(['payermax_card', 'payermax_apple_pay']),
    client_key: v.string(),
    session_key: v.string(),
    sdk_url: v.string(),
  }),
  v.object({
    kind: v.literal('paypal'),
    order_id: v.string(),
    invoice_id: v.string(),
    client_id: v.string(),
    sdk_url: v.string(),
    approve_url: v.string(),
  }),
]);

/** A way to pay in one country. */
export const channel = v.object({
  pay_id: v.string(),
  name: v.string(),
  provider: v.picklist(['payermax', 'paypal']),
  method: v.picklist(['card', 'wallet', 'apple_pay']),
  logo: v.string(),
  currencies: v.array(v.string()),
  /** A wallet's own button: its script and our public id, known before any order is made. */
  sdk: v.optional(v.object({ url: v.string(), client_id: v.string() })),
});

/** What order/create and mall/pay answer; `pay` is null where money may be moving already. */
export const openedOrder = v.object({
  order_id: v.string(),
  token: v.string(),
  state: v.picklist(ORDER_STATES),
  total: money,
  expires_at: v.number(),
  pay: v.nullable(pay),
});

/** The cart as every cart call answers it. `refreshed`: it differs from what was put in, and why stands by the items. */
export const cart = v.object({
  items: v.array(
    v.object({
      product_id: v.string(),
      name: v.string(),
      image: v.string(),
      count: v.number(),
      price: money,
      subtotal: money,
      /** The most this player may put in now; `count` may be over it after the rules changed. */
      max: v.number(),
      state: v.picklist(['ok', 'invalid', 'expired']),
      /** Why it is invalid. `over_maximum`: fewer of it (`max`) can be bought. */
      reason: v.optional(v.picklist(['not_on_sale', 'no_price', 'limit_reached', 'over_maximum'])),
      /** The price it had when its count was last set, where that was another. */
      was: v.optional(money),
    }),
  ),
  /** Of the items that can be bought. */
  total: money,
  count: v.number(),
  limits: v.object({ cart_limit: v.number(), cart_usd_limit: v.number() }),
  refreshed: v.boolean(),
});

/** R05: an order that a game or a mall made; `token` is the one to inquire it by. */
export const mallOrder = v.object({
  token: v.string(),
  website_code: v.string(),
  items: v.array(orderItem),
  total: money,
  role: v.object({ ...role.entries, cid: v.optional(v.string()) }),
  state: v.picklist(ORDER_STATES),
  expires_at: v.number(),
  /** Where `total` is the price, and how it can be paid there: the page has no session to ask with. */
  country: v.string(),
  channels: v.array(channel),
});

export const action = v.nullable(v.object({ kind: v.literal('redirect'), url: v.string() }));

export const theme = v.object({
  mode: v.picklist(['light', 'dark']),
  shape: v.picklist(['round', 'bevel', 'carved']),
  trim: v.nullable(v.string()),
  /** Custom properties without the leading `--`. */
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
  /** Pictures by their use: currency, avatar, icon, card, hourglass … */
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
    /** What a picture says, in the page's language; '' where the catalogue has no words for it. */
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
  analytics: v.object({
    statistics_src: v.string(),
    statistics_id: v.string(),
    tag_src: v.string(),
    tag_id: v.string(),
  }),
  api_hosts: v.array(v.string()),
  reload_only: v.boolean(),
  game_scheme: v.string(),
  /** Later routes that this project has opened (R08, R09, R13–R17); others say "not open yet". */
  open_screens: v.array(v.string()),
  /** Other wordings of an answer code: {"10006":"user"} shows `error.10006.user` (E01). */
  error_variants: v.record(v.string(), v.string()),
});

export const goods = v.object({
  product_id: v.string(),
  kind: v.picklist(['topup', 'pack', 'card', 'bargain']),
  name: v.string(),
  description: v.string(),
  image: v.string(),
  category: v.string(),
  /** 1–5: how rich the card looks; grows with the price. */
  tier: v.number(),
  contents: v.array(goodsContent),
  price: money,
  tag: v.nullable(v.string()),
  limit: v.nullable(
    v.object({
      max: v.number(),
      period: v.picklist(['once', 'day', 'week', 'month']),
      left: v.number(),
    }),
  ),
  bonus,
  state: v.picklist(['available', 'limit_reached', 'not_on_sale']),
});
