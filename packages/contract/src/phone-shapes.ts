import * as v from 'valibot';
import { imageCode } from './access-shapes.ts';
import { moneyText, payerText } from './json-texts.ts';
import { channel, orderView } from './shapes.ts';

/** 256 random bits. */
const secret = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/));

/** A phone has these instead of a session: the scanned link, and a key that it made itself. */
export const phoneKeys = { link: secret, key: secret };

export const phonePayment = v.object({
  ...phoneKeys,
  pay_id: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/)),
  total: moneyText,
  payer: v.optional(payerText),
  ...imageCode,
});

export const phoneLink = v.object({ link: v.string(), ends_at: v.number() });

export const phoneState = v.object({
  /** `ended` also without a link. */
  state: v.picklist(['waiting', 'opened', 'ended']),
  ends_at: v.nullable(v.number()),
  order: orderView,
});

export const phoneOrder = v.object({
  /** Its token comes with a payment only: it reads and cancels the order for good. */
  order: v.omit(orderView, ['token']),
  /** Country of price and payment methods, which a phone does not choose. */
  country: v.string(),
  channels: v.array(channel),
});
