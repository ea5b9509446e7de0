import type { Cart } from '@webpay/contract/calls';
import { fromMinor } from '@webpay/contract/money';
import { isEventGood } from '../catalog/event-goods.ts';
import { textIn } from '../projects/texts.ts';
import type { CartLine, Seen } from './queries.ts';

type Item = Cart['items'][number];

/** A line of a cart as its player may be shown it, and what is to be remembered of that. */
export type LineNow = {
  readonly line: CartLine;
  readonly state: Item['state'];
  readonly reason: Item['reason'];
  /** The most this player may put in now. */
  readonly max: number;
  readonly seen: Seen;
  /** The same, whatever the country. */
  readonly seenState: CartLine['seen_state'];
  /** What is to be remembered differs from what is. */
  readonly isUpdate: boolean;
  /** The player has to be told: another price, or it can be bought no more, or again. */
  readonly isChanged: boolean;
};

/**
 * Queues a line against what the shop sells now. A good without any price has left the catalogue:
 * an import takes the prices of what it retires, and only of that.
 */
export function lineNow(line: CartLine, currency: string, cartLimit: number): LineNow {
  const max = maximumOf(line, cartLimit);
  const anywhere = stateAnywhere(line, max);
  const seenHere = line.seen[currency];
  const hasOtherPrice = seenHere !== undefined && seenHere.price !== line.price_minor;
  const isFirstLook = seenHere === undefined && line.price_minor !== null;
  const isOtherState = line.seen_state !== anywhere.state;
  const isUnpriced = anywhere.state === 'ok' && line.price_minor === null;
  return {
    line,
    state: isUnpriced ? 'invalid' : anywhere.state,
    reason: isUnpriced ? 'no_price' : anywhere.reason,
    max,
    seen: hasOtherPrice || isFirstLook ? seeing(line, currency) : line.seen,
    seenState: anywhere.state,
    isUpdate: hasOtherPrice || isFirstLook || isOtherState,
    isChanged: hasOtherPrice || isOtherState,
  };
}

/** A good without a limit of its own may fill the cart. */
export function maximumOf(good: Pick<CartLine, 'limit_max' | 'held'>, cartLimit: number): number {
  return good.limit_max === null ? cartLimit : Math.max(0, good.limit_max - good.held);
}

function stateAnywhere(
  line: CartLine,
  max: number,
): { readonly state: Item['state']; readonly reason: Item['reason'] } {
  if (!line.on_sale && !line.has_prices) return { state: 'expired', reason: undefined };
  if (!line.on_sale || isEventGood(line.kind)) return { state: 'invalid', reason: 'not_on_sale' };
  if (max === 0) return { state: 'invalid', reason: 'limit_reached' };
  if (line.count > max) return { state: 'invalid', reason: 'over_maximum' };
  return { state: 'ok', reason: undefined };
}

/** Keeps the price of the time the count was set, until it comes back or the count is set again. */
function seeing(line: CartLine, currency: string): Seen {
  const price = line.price_minor;
  const before = line.seen[currency];
  const was = before?.was ?? before?.price ?? null;
  const entry = was === null || was === price ? { price } : { price, was };
  return { ...line.seen, [currency]: entry };
}

export function itemOf(now: LineNow, currency: string, lang: string, langDefault: string): Item {
  const { line, state, reason, max, seen } = now;
  const price = shownPrice(line, seen, currency);
  const was = line.price_minor === null ? undefined : seen[currency]?.was;
  return {
    product_id: line.product_id,
    name: textIn(line.data.name, lang, langDefault),
    image: line.data.image,
    count: line.count,
    price: fromMinor(price.minor, price.currency),
    subtotal: fromMinor(price.minor * line.count, price.currency),
    max,
    state,
    ...(reason === undefined ? {} : { reason }),
    ...(was === undefined ? {} : { was: fromMinor(was, currency) }),
  };
}

/** Where it has no price any more, the last one the player saw: here, else wherever that was. */
function shownPrice(line: CartLine, seen: Seen, currency: string) {
  if (line.price_minor !== null) return { minor: line.price_minor, currency };
  const known = Object.entries(seen).map(([code, { price, was }]) => ({
    minor: price ?? was ?? 0,
    currency: code,
  }));
  return known.find((each) => each.currency === currency) ?? known[0] ?? { minor: 0, currency };
}
