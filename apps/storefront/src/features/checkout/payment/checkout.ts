import type { OrderView, Goods } from '@webpay/contract/calls';
import type { EventSource } from '../../../router/paths.ts';
import { isSameCharacter } from '../../account/other-character.ts';
import type { Checkout, UserInfo } from '../../../browser/storage.ts';
import { storage } from '../../../browser/storage.ts';

/** Purchase: one product of the goods list (R11) or an event (R13), or the cart's items (R10). */
export type Target = Pick<Checkout, 'products' | 'source'> & {
  /** Key of an order that already exists, perhaps from another browser. */
  readonly order_key?: string | undefined;
};

/** `unreadable`: the address names goods that cannot be sold here. */
type ParsedTarget = Target | 'unreadable' | null;

/** Up to 9999; the server checks the item's own limit. */
const COUNT = /^[1-9][0-9]{0,3}$/;

/** Reads `/directPayment?product=…&count=…`. */
export function targetOf(search: string): ParsedTarget {
  const query = new URLSearchParams(search);
  const productId = query.get('product');
  const count = query.get('count') ?? '1';
  if (productId === null) return namesGoods(query) ? 'unreadable' : null;
  // Never sells something else than the address asks for.
  if (!isProductId(productId) || !COUNT.test(count)) return 'unreadable';
  return { source: 'direct', products: [{ product_id: productId, count: Number(count) }] };
}

/** Reads `/activityPayment?card=…` or `?bargain=…`: one good of that event. */
export function eventTargetOf(search: string): ParsedTarget {
  const query = new URLSearchParams(search);
  const events: readonly EventSource[] = ['card', 'bargain'];
  const source = events.find((each) => query.has(each));
  if (source === undefined) return namesGoods(query) ? 'unreadable' : null;
  const productId = query.get(source);
  if (!isProductId(productId)) return 'unreadable';
  return { source, products: [{ product_id: productId, count: 1 }] };
}

/** Whether the address names goods, also for another payment page; gateways add other parameters. */
function namesGoods(query: URLSearchParams): boolean {
  return ['product', 'count', 'card', 'bargain'].some((each) => query.has(each));
}

function isProductId(text: string | null): text is string {
  return text !== null && /^[A-Za-z0-9_-]{1,64}$/.test(text);
}

export function targetOfOrder(order: Pick<OrderView, 'items' | 'source' | 'order_key'>): Target {
  return {
    products: order.items.map(({ product_id, count }) => ({ product_id, count })),
    source: order.source === 'mall' ? 'direct' : order.source,
    order_key: order.order_key,
  };
}

/** The player's unfinished checkout. */
export function storedCheckout(project: string, user: UserInfo): Checkout | null {
  const stored = readCheckout(project);
  return stored !== null && isSameCharacter(stored, user.role) ? stored : null;
}

/** This tab's checkout of a character other than the logged-in one. */
export function leftCheckout(project: string, user: UserInfo): Checkout | null {
  const stored = readCheckout(project);
  return stored !== null && !isSameCharacter(stored, user.role) ? stored : null;
}

/** This tab's payment data of an order, independent of the session. */
export function checkoutOfOrder(project: string, token: string): Checkout | null {
  const stored = readCheckout(project);
  return stored?.token === token ? stored : null;
}

function readCheckout(project: string): Checkout | null {
  const stored = storage.read('checkout', project);
  // Older versions stored a single product.
  return Array.isArray(stored?.products) ? stored : null;
}

/** Equal for equal purchases. */
export function nameOfTarget({ source, products }: Target): string {
  return [source, ...products.map((each) => `${each.product_id}*${each.count}`)].join(' ');
}

/** Resumes the checkout of the same purchase with its order key, or begins a new one. */
export function resumeOrBegin(
  stored: Checkout | null,
  target: Target,
  user: UserInfo,
  country: string,
  newKey: () => string = newOrderKey,
): Checkout {
  const isSame = stored !== null && nameOfTarget(stored) === nameOfTarget(target);
  if (isSame && (target.order_key ?? stored.order_key) === stored.order_key) return stored;
  return {
    products: target.products,
    source: target.source,
    server_id: user.role.server_id,
    cid: user.role.cid,
    character: { name: user.role.name, server_name: user.role.server_name },
    country,
    pay_id: null,
    order_key: target.order_key ?? newKey(),
    token: null,
    wallet: null,
    action_url: null,
  };
}

/** Stores the purchase that `/payment` opens next. */
export function rememberCheckout(
  project: string,
  user: UserInfo,
  target: Target,
  country: string,
): void {
  const checkout = resumeOrBegin(storedCheckout(project, user), target, user, country);
  storage.write('checkout', checkout, project);
}

export function newOrderKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export type SeenLine = {
  readonly goods: Pick<Goods, 'product_id' | 'contents' | 'bonus' | 'first_purchase'>;
  readonly count: number;
};

/** The contents of each line as the page shows them: counts, the bonus last (`gives` of order/create). */
export function seenContents(lines: readonly SeenLine[]) {
  return lines.map(({ goods: { product_id, contents, bonus, first_purchase }, count }) => {
    const pieces = first_purchase === 'doubled' ? count + 1 : count;
    const given = bonus ? [...contents, bonus] : contents;
    return { product_id, counts: given.map((each) => each.count * pieces) };
  });
}
