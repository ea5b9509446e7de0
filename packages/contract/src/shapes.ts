import * as v from 'valibot';
import { DELIVERY_STATES, ORDER_REASONS, ORDER_STATES } from './order-states.ts';
import { PAYER_FIELDS } from './payer-fields.ts';

/** Parts of several answers (contract §3, §4): money, characters, goods, orders. */

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
  /** One piece is given twice, as the character's first purchase of the good. */
  doubled: v.optional(v.literal(true)),
});

/** The number that a player can say: WP-7F3K-2M5Q-T. A label, never a credential. */
const orderNo = v.string();

export const orderView = v.object({
  order_id: v.string(),
  order_no: orderNo,
  token: v.string(),
  website_code: v.string(),
  state: v.picklist(ORDER_STATES),
  reason: v.nullable(v.picklist(ORDER_REASONS)),
  items: v.array(orderItem),
  total: money,
  /** The cid is left out without the session of this character. */
  role: v.object({ ...role.entries, cid: v.optional(v.string()) }),
  created_at: v.number(),
  expires_at: v.number(),
  delivery: v.object({
    state: v.picklist(['none', ...DELIVERY_STATES]),
    reason: v.nullable(v.picklist(['mailbox_full', 'maintenance', 'error'])),
    at: v.nullable(v.number()),
  }),
  refunded_at: v.nullable(v.number()),
  /** Refunded part of a paid order. */
  refunded: v.optional(money),
  /** Overpayments and late payments; null: the refund is not done. */
  surplus: v.array(v.object({ amount: money, back_at: v.nullable(v.number()) })),
  /** A mall's order is paid by its own link, all others in the shop. */
  source: v.picklist(['cart', 'direct', 'bargain', 'card', 'mall']),
  /** Waits until its code is paid in a shop, at a bank or by an app. */
  has_code: v.optional(v.literal(true)),
  /** For the owner of an unpaid order: key for order/create to continue it. */
  order_key: v.optional(v.string()),
  /** Another order has its cart or limited product: it can no longer be paid. */
  bought_elsewhere: v.boolean(),
  /** For the owner of an unpaid order: next page of bank or wallet, or the code to pay with until `expires_at`. */
  action: v.optional(
    v.variant('kind', [
      v.object({
        kind: v.literal('redirect'),
        url: v.string(),
        at: v.picklist(['bank', 'wallet']),
        /** A local method: where the page leads. */
        name: v.optional(v.string()),
        /** Picture of the page's QR code, for a phone that scans it from another screen; at a host of the page's policy. */
        picture: v.optional(v.string()),
      }),
      v.object({
        kind: v.literal('code'),
        code: v.string(),
        at: v.picklist(['bank', 'shop']),
        name: v.string(),
        /** false: the gateway cannot pay it back; the shop's people do. */
        is_refundable: v.boolean(),
      }),
      /** Text of a code that a banking app scans or takes from the clipboard, until `ends_at`; the page draws it. */
      v.object({
        kind: v.literal('qr'),
        code: v.string(),
        ends_at: v.number(),
        pay_id: v.string(),
        name: v.string(),
        /** Apps that take it. */
        apps: v.array(v.string()),
      }),
    ]),
  ),
  /** For the owner of a failed order: name of the local wallet that refused. */
  failed_wallet: v.optional(v.string()),
  /** For the owner of a failed order: the method whose code has ended unpaid. */
  ended_code: v.optional(v.object({ pay_id: v.string(), name: v.string() })),
  /** The last payment of a failed order was not confirmed before its page or its code ended. */
  timed_out: v.optional(v.literal(true)),
  next_poll_ms: v.nullable(v.number()),
});

export const orderEntry = v.pick(orderView, [
  'order_id',
  'order_no',
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
  'has_code',
  'timed_out',
]);

/** On or off, as a form field. */
export const switchText = v.pipe(
  v.picklist(['1', '0', 'true', 'false']),
  v.transform((text) => text === '1' || text === 'true'),
);
/** The page of a wallet or a bank, in place of the shop's. */
const show = v.object({ kind: v.literal('redirect'), url: v.string(), opens: v.literal('page') });

export const pay = v.variant('kind', [
  v.object({
    kind: v.picklist(['payermax_card', 'payermax_apple_pay', 'payermax_google_pay']),
    client_key: v.string(),
    session_key: v.string(),
    sdk_url: v.string(),
    /** PayerMax's test world: its component takes no money. */
    sandbox: v.boolean(),
    /** The form asks its payer whether the card is kept. */
    asks_to_save: v.optional(v.boolean()),
  }),
  v.object({
    kind: v.literal('paypal'),
    order_id: v.string(),
    invoice_id: v.string(),
    client_id: v.string(),
    sdk_url: v.string(),
    approve_url: v.string(),
  }),
  v.object({ kind: v.literal('local'), show }),
]);

/** A payment method in one country. */
export const channel = v.object({
  pay_id: v.string(),
  name: v.string(),
  provider: v.picklist(['payermax', 'paypal']),
  method: v.picklist(['card', 'wallet', 'apple_pay', 'google_pay', 'redirect', 'voucher', 'qr']),
  flow: v.picklist(['card', 'wallet', 'redirect', 'voucher', 'qr']),
  /** A picture's address; empty beside a tile. */
  logo: v.string(),
  /** Our own mark: the name in white on one colour. */
  tile: v.optional(v.object({ text: v.string(), color: v.string() })),
  /** The sums that the method takes, in the country's currency. */
  limits: v.optional(v.object({ min: v.nullable(money), max: v.nullable(money) })),
  currencies: v.array(v.string()),
  /** Data of the payer that order/create needs. */
  fields: v.optional(v.array(v.picklist(PAYER_FIELDS))),
  /** A code that a shop or bank takes for so many hours. */
  voucher: v.optional(
    v.object({ hours: v.number(), at: v.picklist(['bank', 'shop']), is_refundable: v.boolean() }),
  ),
  /** A wallet's own button: script and public client id. */
  sdk: v.optional(v.object({ url: v.string(), client_id: v.string() })),
});

/** Answer of order/create and mall/pay; `pay` is null while money may be moving. */
export const openedOrder = v.object({
  order_id: v.string(),
  order_no: orderNo,
  token: v.string(),
  state: v.picklist(ORDER_STATES),
  total: money,
  expires_at: v.number(),
  pay: v.nullable(pay),
});

/**
 * Answer of every cart call. `refreshed`: the cart differs from the player's input; items give the
 * reason.
 */
export const cart = v.object({
  items: v.array(
    v.object({
      product_id: v.string(),
      name: v.string(),
      image: v.string(),
      count: v.number(),
      price: money,
      subtotal: money,
      /** Maximum for this player; `count` may exceed it after a change of rules. */
      max: v.number(),
      state: v.picklist(['ok', 'invalid', 'expired']),
      /** Reason when invalid. `over_maximum`: at most `max` can be bought. */
      reason: v.optional(v.picklist(['not_on_sale', 'no_price', 'limit_reached', 'over_maximum'])),
      /** Price when the count was last set, if different. */
      was: v.optional(money),
    }),
  ),
  /** Sum of the valid items. */
  total: money,
  count: v.number(),
  limits: v.object({ cart_limit: v.number(), cart_usd_limit: v.number() }),
  refreshed: v.boolean(),
});

/** R05: an order made by a game or a mall; `token` gives access to it. */
export const mallOrder = v.object({
  token: v.string(),
  website_code: v.string(),
  items: v.array(orderItem),
  total: money,
  role: v.object({ ...role.entries, cid: v.optional(v.string()) }),
  state: v.picklist(ORDER_STATES),
  expires_at: v.number(),
  /** Country of price and payment methods: the page has no session to ask with. */
  country: v.string(),
  channels: v.array(channel),
});

export const action = v.nullable(v.object({ kind: v.literal('redirect'), url: v.string() }));

export const goods = v.object({
  product_id: v.string(),
  kind: v.picklist(['topup', 'pack', 'card', 'bargain']),
  name: v.string(),
  description: v.string(),
  image: v.string(),
  category: v.string(),
  /** 1–5: decoration of the card; grows with the price. */
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
  /** Count that the game's own store gives for the same price; null: not known. */
  in_game: v.optional(v.nullable(v.object({ count: v.number() }))),
  /** Cheapest other way to buy the contents here; null: not above the price, or there is none. */
  worth: v.optional(v.nullable(money)),
  /** The next purchase gives one piece twice; `offered`: to a character that has not bought it. */
  first_purchase: v.optional(v.picklist(['doubled', 'offered'])),
  state: v.picklist(['available', 'limit_reached', 'not_on_sale']),
});

/** The same good for everybody: without the rest of a player's limit. */
export const shelfGoods = v.object({
  ...goods.entries,
  limit: v.nullable(v.omit(goods.entries.limit.wrapped, ['left'])),
  state: v.picklist(['available', 'not_on_sale']),
});
