import * as v from 'valibot';
import {
  accessRequests,
  captchaResult,
  imageCode,
  MAIL_PURPOSES,
  mailCodeResult,
} from './access-shapes.ts';
import {
  activity,
  activityEntry,
  BARGAIN_TASKS,
  bargainInfo,
  bargainSpin,
  cardInfo,
  cumulationInfo,
} from './activity-shapes.ts';
import { RESOLUTION_KINDS } from './money-back.ts';
import { ORDER_STATES } from './order-states.ts';
import type { CallName } from './paths.ts';
import { json, moneyText, payerText } from './json-texts.ts';
import { phoneKeys, phoneLink, phoneOrder, phonePayment, phoneState } from './phone-shapes.ts';
import { receipt } from './receipt-shape.ts';
import { resolutionList, resolutionMade } from './resolution-shapes.ts';
import { cardRequests, savedCards } from './saved-card-shapes.ts';
import { configs, type theme } from './configs-shape.ts';
import {
  action,
  cart,
  channel,
  goods,
  mallOrder,
  money,
  openedOrder,
  orderEntry,
  orderView,
  role,
  shelfGoods,
  switchText,
} from './shapes.ts';

/**
 * Shapes of every store call (contract §3). Request fields are strings on the wire; a shape gives
 * the format, and the value of a list or number.
 */

const id = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/));
const cid = v.pipe(v.string(), v.trim(), v.regex(/^[A-Za-z0-9_-]{1,32}$/));
/** F19: the list continues after an order id or before a moment (ms since the epoch). */
const before = v.pipe(v.string(), v.regex(/^(?:[0-9a-z]{20}|[0-9]{1,15})$/));
const country = v.pipe(v.string(), v.regex(/^[A-Z]{2}$/));
const token = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,128}$/));
const text = (max: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(max));

const productIds = v.pipe(
  v.string(),
  v.maxLength(8000),
  v.description('Separated by commas'),
  v.transform((list) => list.split(',')),
  v.maxLength(200),
  v.array(id),
);

const countText = v.pipe(v.string(), v.regex(/^[0-9]{1,4}$/), v.transform(Number), v.minValue(1));

/** F18: signed by a game or an operator (docs/access-link.md). */
const link = v.pipe(v.string(), v.regex(/^[A-Za-z0-9._-]{1,1024}$/));

/** R05: signed by a game or a mall; longer than other tokens, because it carries the order. */
const mallToken = v.pipe(v.string(), v.regex(/^[A-Za-z0-9._-]{1,4096}$/));

const count = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9999));

/** Counts of the contents, then of the bonus, of all pieces of each good. */
const givesText = v.pipe(
  v.string(),
  v.maxLength(16_000),
  v.description('JSON text: [{product_id,counts}]'),
  json,
  v.array(v.object({ product_id: id, counts: v.array(v.pipe(v.number(), v.minValue(0))) })),
  v.maxLength(100),
);

const website = { website_code: v.string() };
/** For calls whose answer shows prices. */
const inCountry = { country: v.optional(country) };
const priced = v.object({ ...website, ...inCountry });
/** A goods list apart from its goods. */
const listed = {
  categories: v.array(v.object({ id: v.string(), name: v.string() })),
  activities: v.array(activity),
};
const character = { pr_id: id, server_id: id, cid };
const empty = v.object({});

/** Session and token of a card payment, opaque to the shop. */
const gatewayKey = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,256}$/));

const paidOrder = v.object({ token: v.string(), state: v.picklist(ORDER_STATES), action });

const opened = v.object({ user_token: v.string(), role, has_pwd: v.boolean() });

const define = <
  const Request extends v.GenericSchema<Record<string, unknown>, unknown>,
  const Result extends v.GenericSchema,
>(
  request: Request,
  result: Result,
) => ({ request, result });

export const CALLS = {
  heartbeat: define(empty, empty),
  configs: define(priced, configs),
  regions: define(v.object(website), v.array(v.object({ pr_id: v.string(), name: v.string() }))),
  servers: define(
    v.object(website),
    v.array(
      v.object({
        server_id: v.string(),
        pr_id: v.string(),
        name: v.string(),
        state: v.picklist(['open', 'maintenance']),
      }),
    ),
  ),
  role: define(
    v.object({
      ...website,
      ...character,
      pwd: v.optional(text(200)),
      ...imageCode,
      /** The caller's session ends with the first use of the new one, not now. */
      keep_session: v.optional(switchText, '0'),
    }),
    v.union([
      opened,
      v.object({ redirect: v.object({ website_code: v.string(), name: v.string() }) }),
    ]),
  ),
  link: define(v.object({ link }), opened),
  logout: define(empty, empty),
  captcha: define(accessRequests.captcha, captchaResult),
  mailCode: define(
    v.object({
      purpose: v.picklist(MAIL_PURPOSES),
      /** For `pwd_reset` only. */
      pr_id: v.optional(id),
      server_id: v.optional(id),
      cid: v.optional(cid),
      ...imageCode,
    }),
    mailCodeResult,
  ),
  passwordSet: define(accessRequests.passwordSet, empty),
  passwordChange: define(accessRequests.passwordChange, empty),
  passwordRemove: define(accessRequests.passwordRemove, empty),
  deviceConfirm: define(accessRequests.deviceConfirm, empty),
  savedCards: define(empty, savedCards),
  savedCardRemove: define(cardRequests.remove, empty),
  passwordReset: define(v.object({ ...character, ...accessRequests.passwordSet.entries }), empty),
  productLists: define(
    v.object({
      ...website,
      ...character,
      ...inCountry,
      /** Goods of an event's page (R13) instead of the goods list. */
      event: v.optional(v.picklist(['card', 'bargain'])),
    }),
    v.object({
      ...listed,
      goods: v.array(goods),
      /** The character's newest delivered purchase that was not refunded; absent without one. */
      last: v.optional(v.object({ product_id: v.string(), pay_id: v.string() })),
    }),
  ),
  productShelf: define(priced, v.object({ ...listed, goods: v.array(shelfGoods) })),
  productPrices: define(
    v.object({ ...website, product_ids: productIds, ...inCountry }),
    v.object({
      country: v.string(),
      currency: v.string(),
      prices: v.array(
        v.object({ product_id: v.string(), price: money, original: v.optional(money) }),
      ),
    }),
  ),
  payChannels: define(priced, v.object({ country: v.string(), channels: v.array(channel) })),
  orderCreate: define(
    v.object({
      ...website,
      products: v.pipe(
        v.string(),
        v.maxLength(16_000),
        v.description('JSON text: [{product_id,count}]'),
        json,
        v.array(v.object({ product_id: id, count })),
        v.minLength(1),
        v.maxLength(100),
      ),
      country,
      pay_id: id,
      redirect_url: v.pipe(v.string(), v.maxLength(2048)),
      source: v.picklist(['cart', 'direct', 'bargain', 'card']),
      order_key: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{8,64}$/))),
      total: v.optional(moneyText),
      gives: v.optional(givesText),
      payer: v.optional(payerText),
      ...cardRequests.order,
      ...imageCode,
    }),
    openedOrder,
  ),
  cartGet: define(v.object(inCountry), cart),
  cartSet: define(v.object({ product_id: id, count: countText, ...inCountry }), cart),
  cartRemove: define(v.object({ product_ids: productIds, ...inCountry }), cart),
  cartClearInvalid: define(v.object(inCountry), cart),
  mallOrder: define(v.object({ token: mallToken, ...inCountry }), mallOrder),
  mallPay: define(
    v.object({
      token: mallToken,
      pay_id: id,
      country,
      total: v.optional(moneyText),
      payer: v.optional(payerText),
    }),
    openedOrder,
  ),
  orderPhone: define(v.object({ token }), phoneLink),
  orderPhoneState: define(v.object({ token, end: v.optional(switchText, '0') }), phoneState),
  phoneOrder: define(v.object(phoneKeys), phoneOrder),
  phonePay: define(phonePayment, openedOrder),
  orderInquire: define(v.object({ token }), orderView),
  orderCancel: define(v.object({ token }), orderView),
  userOrders: define(v.object({ before: v.optional(before) }), v.array(orderEntry)),
  userReceipt: define(v.object({ token }), receipt),
  payermaxCard: define(
    v.object({
      sessionKey: gatewayKey,
      paymentToken: gatewayKey,
      redirectUrl: v.optional(v.pipe(v.string(), v.maxLength(2048))),
      ...cardRequests.payment,
    }),
    paidOrder,
  ),
  paypalCapture: define(v.object({ invoice_id: id, order_id: id }), paidOrder),
  resolutionCreate: define(
    // A long or unreadable text answers 20020, not 10000.
    v.object({ order_id: id, kind: v.picklist(RESOLUTION_KINDS), text: v.string() }),
    resolutionMade,
  ),
  resolutionList: define(empty, resolutionList),
  activityList: define(priced, v.array(activityEntry)),
  activityRemind: define(
    v.object({ ...priced.entries, activity_id: id, on: switchText }),
    v.object({ on: v.boolean() }),
  ),
  bargainInfo: define(priced, bargainInfo),
  bargainChoose: define(v.object({ ...priced.entries, pack_id: id }), bargainInfo),
  bargainClaim: define(
    v.object({ ...priced.entries, task: v.picklist(BARGAIN_TASKS) }),
    bargainInfo,
  ),
  bargainSpin: define(priced, bargainSpin),
  cumulationInfo: define(priced, cumulationInfo),
  cumulationClaim: define(v.object({ ...priced.entries, task_id: id }), cumulationInfo),
  cardInfo: define(priced, cardInfo),
  cardClaim: define(v.object({ ...priced.entries, card_id: id }), cardInfo),
} as const satisfies Record<CallName, { request: v.GenericSchema; result: v.GenericSchema }>;

/** String fields of the caller, without the common ones (game_id, lang, ver, timestamp, sign). */
export type CallRequest<N extends CallName> = v.InferInput<(typeof CALLS)[N]['request']>;
export type CallInput<N extends CallName> = v.InferOutput<(typeof CALLS)[N]['request']>;
export type CallResult<N extends CallName> = v.InferOutput<(typeof CALLS)[N]['result']>;

/** Every answer of a store call. `_`: server time in ms since the epoch. */
export type Answer<Result> = {
  readonly code: number;
  readonly msg: string;
  readonly result: Result | null;
  readonly _: number;
};

export type OrderView = CallResult<'orderInquire'>;
export type OrderEntry = v.InferOutput<typeof orderEntry>;
export type Receipt = v.InferOutput<typeof receipt>;
export type Cart = v.InferOutput<typeof cart>;
export type MallOrder = v.InferOutput<typeof mallOrder>;
export type PhoneOrder = v.InferOutput<typeof phoneOrder>;
export type Goods = v.InferOutput<typeof goods>;
export type Configs = CallResult<'configs'>;
export type Channel = CallResult<'payChannels'>['channels'][number];
export type Resolution = CallResult<'resolutionList'>['requests'][number];
export type SavedCard = CallResult<'savedCards'>['cards'][number];
export type Role = v.InferOutput<typeof role>;
export type Theme = v.InferOutput<typeof theme>;
