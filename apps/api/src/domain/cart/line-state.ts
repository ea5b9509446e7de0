import type { Cart } from '@webpay/contract/calls';
import { fromMinor } from '@webpay/contract/money';
import { isEventGood } from '../catalog/event-goods.ts';
import { textIn } from '../projects/texts.ts';
import type { CartLine, Seen } from './queries.ts';

type Item = Cart['items'][number];

/** A cart line as the player may see it, and what is stored about that. */
export type LineNow = ReturnType<typeof lineNow>;
type Shown = { readonly state: Item['state']; readonly reason: Item['reason'] };

/** Goods without any price left the catalogue: imports remove prices of retired goods only. */
export function lineNow(line: CartLine, currency: string, cartLimit: number) {
  const max = maximumOf(line, cartLimit);
  const anywhere = stateAnywhere(line, max);
  const isUnpriced = anywhere.state === 'ok' && line.price_minor === null;
  const shown: Shown = isUnpriced ? { state: 'invalid', reason: 'no_price' } : anywhere;
  const seenHere = line.seen[currency];
  const hasOtherPrice = seenHere !== undefined && seenHere.price !== line.price_minor;
  const isFirstLook = seenHere === undefined && line.price_minor !== null;
  const isOtherState = line.seen_state !== anywhere.state;
  return {
    line,
    ...shown,
    max,
    seen: hasOtherPrice || isFirstLook ? seenWith(line, currency) : line.seen,
    /** State regardless of the country. */
    seenState: anywhere.state,
    /** The stored prices or state are outdated. */
    isUpdate: hasOtherPrice || isFirstLook || isOtherState,
    /** The player must be notified: another price or state. */
    isChanged: hasOtherPrice || isOtherState,
  };
}

/** A good without a limit of its own may fill the cart. */
export function maximumOf(good: Pick<CartLine, 'limit_max' | 'held'>, cartLimit: number): number {
  return good.limit_max === null ? cartLimit : Math.max(0, good.limit_max - good.held);
}

function stateAnywhere(line: CartLine, max: number): Shown {
  if (!line.on_sale && !line.has_prices) return { state: 'expired', reason: undefined };
  if (!line.on_sale || isEventGood(line.kind)) return { state: 'invalid', reason: 'not_on_sale' };
  if (max === 0) return { state: 'invalid', reason: 'limit_reached' };
  if (line.count > max) return { state: 'invalid', reason: 'over_maximum' };
  return { state: 'ok', reason: undefined };
}

/** Keeps the price from when the count was set, until it returns or the count is set again. */
function seenWith(line: CartLine, currency: string): Seen {
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

/** Without a current price: the last one the player saw here, else anywhere. */
function shownPrice(line: CartLine, seen: Seen, currency: string) {
  if (line.price_minor !== null) return { minor: line.price_minor, currency };
  const known = Object.entries(seen).map(([code, { price, was }]) => ({
    minor: price ?? was ?? 0,
    currency: code,
  }));
  return known.find((each) => each.currency === currency) ?? known[0] ?? { minor: 0, currency };
}
