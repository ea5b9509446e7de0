import type { OrderView } from '@webpay/contract/calls';
import type { EventSource } from '../../../router/paths.ts';
import { isSameCharacter } from '../../account/other-character.ts';
import type { Checkout, UserInfo } from '../../../browser/storage.ts';
import { storage } from '../../../browser/storage.ts';

/** What is to be bought: one product straight from the shelf (R11) or of an event (R13), or what the cart holds (R10). */
export type Target = Pick<Checkout, 'products' | 'source'> & {
  /** Of an order that is there already, whichever browser made it. */
  readonly order_key?: string | undefined;
};

/** What an address wants to buy; `unreadable`: it names something, and nothing that could be sold here. */
type Asked = Target | 'unreadable' | null;

/** What `/directPayment?product=…&count=…` wants to buy. */
export function targetOf(search: string): Asked {
  const query = new URLSearchParams(search);
  const productId = query.get('product');
  const count = query.get('count') ?? '1';
  if (productId === null) return namesGoods(query) ? 'unreadable' : null;
  // What was not asked for is not sold in its place.
  if (!isProductId(productId) || !isCount(count)) return 'unreadable';
  return { source: 'direct', products: [{ product_id: productId, count: Number(count) }] };
}

/** What `/activityPayment?card=…` or `?bargain=…` wants to buy: one good of that event. */
export function eventTargetOf(search: string): Asked {
  const query = new URLSearchParams(search);
  const events: readonly EventSource[] = ['card', 'bargain'];
  const source = events.find((each) => query.has(each));
  if (source === undefined) return namesGoods(query) ? 'unreadable' : null;
  const productId = query.get(source);
  if (!isProductId(productId)) return 'unreadable';
  return { source, products: [{ product_id: productId, count: 1 }] };
}

/** Also by what another page of payment understands; gateways append fields of their own, which name nothing. */
function namesGoods(query: URLSearchParams): boolean {
  return ['product', 'count', 'card', 'bargain'].some((each) => query.has(each));
}

function isProductId(text: string | null): text is string {
  return text !== null && /^[A-Za-z0-9_-]{1,64}$/.test(text);
}

/** Up to 9999; the item's own limit is the server's to say. */
function isCount(text: string): boolean {
  return /^[1-9][0-9]{0,3}$/.test(text);
}

/** What an order that is still to be paid holds. */
export function targetOfOrder(order: Pick<OrderView, 'items' | 'source' | 'order_key'>): Target {
  return {
    products: order.items.map(({ product_id, count }) => ({ product_id, count })),
    source: order.source === 'mall' ? 'direct' : order.source,
    order_key: order.order_key,
  };
}

/** The player's own unfinished checkout, if any. */
export function storedCheckout(project: string, user: UserInfo): Checkout | null {
  const stored = readCheckout(project);
  return stored !== null && isSameCharacter(stored, user.role) ? stored : null;
}

/** One that this tab began for another character than the one who is logged in now. */
export function leftCheckout(project: string, user: UserInfo): Checkout | null {
  const stored = readCheckout(project);
  return stored !== null && !isSameCharacter(stored, user.role) ? stored : null;
}

/** What this tab knows of an order's payment, whoever is logged in now. */
export function checkoutOfOrder(project: string, token: string): Checkout | null {
  const stored = readCheckout(project);
  return stored?.token === token ? stored : null;
}

function readCheckout(project: string): Checkout | null {
  const stored = storage.read('checkout', project);
  // What an older version of the shop left here named one product only.
  return Array.isArray(stored?.products) ? stored : null;
}

/** The same text for the same purchase. */
export function nameOfTarget({ source, products }: Target): string {
  return [source, ...products.map((each) => `${each.product_id}*${each.count}`)].join(' ');
}

/** Takes up the checkout of the same purchase, with its order key, or begins a new one. */
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

/** What `/payment` sells when it opens next: the way from the cart to the checkout. */
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

/** Nothing of a finished checkout may lead to the same order again. */
export function forgetCheckout(project: string, token: string): void {
  const stored = storage.read('checkout', project);
  if (stored?.token !== token) return;
  storage.forget('checkout', project);
  // What was left out of this purchase is all that the cart still holds.
  storage.forget('cartLeftOut', project);
}
