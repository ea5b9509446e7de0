import fc from 'fast-check';
import { accessLink, mallToken } from '../../support/mall-buyer.ts';
import type { As } from '../target.ts';

/** A signed-in character, and ids that its shop accepts. */
export type Caller = Required<As> & {
  readonly pr_id: string;
  readonly server_id: string;
  readonly cid: string;
  readonly goods: readonly string[];
  readonly activities: readonly string[];
  readonly paid: { readonly order_id: string; readonly token: string };
};

/** Fields that only make sense together; null leaves one out. */
export type Form = Readonly<Record<string, string | null>>;

/** The newest values that the shop answered. */
export type Learned = {
  readonly tokens: string[];
  readonly orderIds: string[];
  readonly cardForms: Form[];
  readonly walletForms: Form[];
  readonly phoneLinks: string[];
  /** Token of the newest order that has a key, by its character's id: a phone can pay it. */
  readonly payable: Map<string, string>;
  /** Signed by a game; each becomes an order at its first view. */
  readonly mallTokens: string[];
};

const MAX_KEPT = 200;

export function keep<T>(list: T[], value: T): void {
  list.push(value);
  if (list.length > MAX_KEPT) list.shift();
}

/** A value that depends on the caller and on earlier answers. */
export type Value<T = string> = (caller: Caller, learned: Learned) => T;

const index = fc.noBias(fc.nat());
const at = <T>(list: readonly T[], n: number, otherwise: T): T =>
  list[n % list.length] ?? otherwise;

export const oneOf = (...values: readonly string[]): fc.Arbitrary<Value> =>
  fc.constantFrom(...values).map((value) => () => value);

/** One of the values that the caller and earlier answers offer. */
const listed = (list: Value<readonly string[]>): fc.Arbitrary<Value> =>
  index.map((n) => (caller, learned) => at(list(caller, learned), n, 'none'));

const listsOfGoods = (write: (ids: readonly string[]) => string): fc.Arbitrary<Value> =>
  fc.array(index, { minLength: 1, maxLength: 3 }).map(
    (list) =>
      ({ goods }) =>
        write(list.map((n) => at(goods, n, 'none'))),
  );

/** Ways to pay on the page of a wallet or a bank, each with its country. A code would keep its order open for days. */
const LOCAL: Readonly<Record<string, string>> = { gcash_ph: 'PH', dana_id: 'ID', knet_kw: 'KW' };

/** Valid values of fields by name; the shape alone gives the values of other fields. */
export const KNOWN: Readonly<Record<string, fc.Arbitrary<Value>>> = {
  pr_id: fc.constant(({ pr_id }) => pr_id),
  server_id: fc.constant(({ server_id }) => server_id),
  cid: fc.constant(({ cid }) => cid),
  country: oneOf('US', 'US', 'DE', 'JP', 'ID', 'KW', 'PH', 'BR', 'ZZ'),
  product_id: listed(({ goods }) => goods),
  product_ids: listsOfGoods((ids) => ids.join(',')),
  products: listsOfGoods((ids) =>
    JSON.stringify([...new Set(ids)].map((product_id, n) => ({ product_id, count: 1 + n }))),
  ),
  count: oneOf('1', '2', '3', '10', '9999'),
  pay_id: oneOf('card', 'card', 'paypal', 'apple_pay', 'google_pay', ...Object.keys(LOCAL)),
  redirect_url: oneOf('/miniflix/payment', '/cgg/directPayment', 'https://evil.example/', ''),
  source: oneOf('direct', 'direct', 'cart', 'bargain', 'card'),
  order_key: index.map((n) => () => `fuzz-${n.toString(36).padStart(8, '0')}`),
  total: oneOf(
    '{"amount":"0.99","currency":"USD"}',
    '{"amount":"4.99","currency":"USD"}',
    '{"amount":"150","currency":"JPY"}',
  ),
  token: listed(({ paid }, { tokens }) => [...tokens, paid.token, paid.token]),
  before: listed((_, { orderIds }) => [...orderIds.slice(-5), '1700000000000']),
  order_id: listed(({ paid }, { orderIds }) => [paid.order_id, ...orderIds.slice(-2)]),
  text: oneOf('Wrong character, please.', 'x', 'Sorry 🙂', 'Zeile\nzwei'),
  activity_id: listed(({ activities }) => activities),
  pack_id: oneOf('hoard', 'cache', 'nothing'),
  task_id: oneOf('days-1', 'days-3', 'points-500', 'daily-90', 'nothing'),
  card_id: oneOf('weekly', 'nothing'),
  payer: oneOf('{}', '{"cpf":"111.444.777-35"}'),
  pwd: oneOf('dawn77', 'secret12', 'secret'),
};

const CALLS_A_MALL_TOKEN = 20;

const mallForm: fc.Arbitrary<Value<Form>> = index.map((n) => (_, { mallTokens }) => {
  if (mallTokens.length === 0 || n % CALLS_A_MALL_TOKEN === 0) keep(mallTokens, mallToken({}));
  return { token: at(mallTokens, n, 'none') };
});

/** Every second order names one good that can be bought; chance alone makes too few of them. */
const orderForm: fc.Arbitrary<Value<Form>> = fc
  .tuple(index, fc.boolean(), fc.constantFrom('card', 'paypal', ...Object.keys(LOCAL)))
  .map(([n, isGood, pay_id]) => ({ goods, websiteCode }): Form => {
    if (!isGood) return {};
    const products = JSON.stringify([{ product_id: at(goods, n, 'none'), count: 1 }]);
    const redirect_url = `/${websiteCode}/payment`;
    const country = LOCAL[pay_id] ?? 'US';
    const order_key = `fuzz-${n.toString(36).padStart(8, '0')}`;
    return { products, country, pay_id, redirect_url, source: 'direct', total: null, order_key };
  });

/** A link that the shop made, with one of few keys: the first one opens it. */
const phoneForm: fc.Arbitrary<Value<Form>> = index.map((n) => (_, { phoneLinks }) => ({
  link: at(phoneLinks, n, 'l'.repeat(43)),
  key: 'ab'.charAt(n % 2).repeat(43),
}));

/** Fields of one call that belong together. */
export const FORMS: Readonly<Record<string, fc.Arbitrary<Value<Form>>>> = {
  payermaxCard: index.map(
    (n) =>
      (_, { cardForms }) =>
        at(cardForms, n, {}),
  ),
  paypalCapture: index.map(
    (n) =>
      (_, { walletForms }) =>
        at(walletForms, n, {}),
  ),
  link: fc.constant(() => ({ link: accessLink() })),
  orderCreate: orderForm,
  mallOrder: mallForm,
  mallPay: mallForm,
  orderPhone: fc.constant(({ cid }, { payable }) => ({ token: payable.get(cid) ?? 'none' })),
  phoneOrder: phoneForm,
  phonePay: phoneForm,
};
