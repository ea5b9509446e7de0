import { accessLink } from '../../support/link-holder.ts';
import { mallToken } from '../../support/mall-buyer.ts';
import type { Chance } from '../../chaos/seeded.ts';

/** A character that is signed in, and what its shop sells. */
export type Caller = {
  readonly code: string;
  readonly gameId: string;
  readonly pr_id: string;
  readonly server_id: string;
  readonly cid: string;
  readonly goods: readonly [string, ...string[]];
  readonly activities: readonly [string, ...string[]];
  /** An order of its own that was paid. */
  readonly paid: { readonly order_id: string; readonly token: string };
  token: string;
};

/** What belongs together: a card form's session and its token, a wallet order and its number. */
export type Form = Readonly<Record<string, string>>;

/** What the shop has told so far and takes back: the newest so many of each. */
export type Learned = {
  readonly tokens: string[];
  readonly orderIds: string[];
  readonly cardForms: Form[];
  readonly walletForms: Form[];
  /** Signed by a game; each is an order as soon as it is looked at. */
  readonly mallTokens: string[];
};

const MOST_KEPT = 200;

export function keep<T>(list: T[], value: T): void {
  list.push(value);
  if (list.length > MOST_KEPT) list.shift();
}

type Source = (chance: Chance, caller: Caller, learned: Learned) => string;

const oneOf =
  (...values: readonly [string, ...string[]]): Source =>
  (chance) =>
    chance.pick(values);

function newest(chance: Chance, list: readonly string[], otherwise: string): string {
  return list[chance.int(list.length)] ?? otherwise;
}

const good = (chance: Chance, caller: Caller): string => chance.pick(caller.goods);

function goods(chance: Chance, caller: Caller): readonly string[] {
  return Array.from({ length: 1 + chance.int(3) }, () => good(chance, caller));
}

/** What an honest caller says in a field of this name; other fields are made from their shape alone. */
export const SAID: Readonly<Record<string, Source>> = {
  pr_id: (_, caller) => caller.pr_id,
  server_id: (_, caller) => caller.server_id,
  cid: (_, caller) => caller.cid,
  country: oneOf('US', 'US', 'DE', 'JP', 'ID', 'KW', 'BR', 'ZZ'),
  product_id: good,
  product_ids: (chance, caller) => goods(chance, caller).join(','),
  products: (chance, caller) =>
    JSON.stringify(
      [...new Set(goods(chance, caller))].map((product_id) => ({
        product_id,
        count: 1 + chance.int(3),
      })),
    ),
  count: oneOf('1', '2', '3', '10', '9999'),
  pay_id: oneOf('card', 'card', 'paypal', 'apple_pay'),
  redirect_url: oneOf('/miniflix/payment', '/cgg/directPayment', 'https://evil.example/', ''),
  source: oneOf('direct', 'direct', 'cart', 'bargain', 'card'),
  order_key: (chance) => `fuzz-${chance.int(100_000_000).toString(36).padStart(8, '0')}`,
  total: oneOf(
    '{"amount":"0.99","currency":"USD"}',
    '{"amount":"4.99","currency":"USD"}',
    '{"amount":"150","currency":"JPY"}',
  ),
  token: (chance, { paid }, { tokens }) =>
    newest(chance, [...tokens, paid.token, paid.token], 'none'),
  before: (chance, _, { orderIds }) =>
    newest(chance, [...orderIds.slice(-5), '1700000000000'], '0'),
  order_id: (chance, { paid }, { orderIds }) =>
    newest(chance, [paid.order_id, ...orderIds.slice(-2)], 'none'),
  text: oneOf('Wrong character, please.', 'x', 'Sorry 🙂', 'Zeile\nzwei'),
  activity_id: (chance, caller) => chance.pick(caller.activities),
  pack_id: oneOf('hoard', 'cache', 'nothing'),
  task_id: oneOf('days-1', 'days-3', 'points-500', 'daily-90', 'nothing'),
  card_id: oneOf('weekly', 'nothing'),
  pwd: oneOf('Secret12', 'secret'),
};

/** So many calls of a mall bring one order. */
const CALLS_A_MALL_TOKEN = 20;

/** Fields of one call that only make sense together. */
export function formOf(name: string, chance: Chance, learned: Learned): Form {
  const { cardForms, walletForms, mallTokens } = learned;
  if (name === 'payermaxCard') return cardForms[chance.int(cardForms.length)] ?? {};
  if (name === 'paypalCapture') return walletForms[chance.int(walletForms.length)] ?? {};
  if (name === 'link') return { link: accessLink() };
  if (name !== 'mallOrder' && name !== 'mallPay') return {};
  if (chance.int(CALLS_A_MALL_TOKEN) === 0) keep(mallTokens, mallToken({}));
  return { token: mallTokens[chance.int(mallTokens.length)] ?? mallToken({}) };
}
