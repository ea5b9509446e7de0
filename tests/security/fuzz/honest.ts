import { CALL_PATHS, type CallName } from '@webpay/contract/paths';
import type { CallResult } from '@webpay/contract/calls';
import { createAccessPlayer } from '../../support/access-player.ts';
import { createCardKeeper, PASSWORD } from '../../support/card-keeper.ts';
import { accessLink, mallToken } from '../../support/mall-buyer.ts';
import { approveWallet, CARDS, createShopper, orderFields } from '../../support/shopper.ts';
import { cardForm, FORM, pairsOf, signedBody, walletForm } from '../target.ts';
import type { Answer, Fields, Target } from '../target.ts';
import type { Request } from './requests.ts';

type Players = Awaited<ReturnType<typeof createPlayers>>;
/** The result of an earlier call. */
type Said = <N extends CallName>(name: N) => CallResult<N>;
/** Fields with which its call succeeds; makes the state that it needs. */
type Step = (players: Players, said: Said) => Fields | Promise<Fields>;

/** One of miniflix's goods. */
const GOOD = 'gems-60';
const PHONE_KEY = 'k'.repeat(43);
const NEW_PASSWORD = { pwd: 'dawn-77-Dusk', pwd_confirm: 'dawn-77-Dusk' };
const anyOrder = { ...orderFields(GOOD), redirect_url: '/miniflix/payment' };

async function createPlayers(shop: Target) {
  const { environment, ctx } = shop;
  const buyer = await createShopper(environment);
  const paid = await buyer.open();
  await buyer.payByCard(paid, CARDS.success);
  const products = [{ product_id: 'card-weekly', count: 1 }];
  await buyer.payByCard(await buyer.open({ products, source: 'card' }), CARDS.success);
  await buyer.until(paid.token, ({ delivery }) => delivery.state === 'delivered');
  /** Has no password. */
  const newcomer = await createAccessPlayer(environment, () => ctx);
  /** Has a password and, after `deviceConfirm`, a device for saved cards. */
  const keeper = await createCardKeeper(environment, () => ctx);
  return { shop, buyer, paid, newcomer, keeper };
}

const ofBuyer: Step = ({ buyer }) => buyer.place;
const nothing: Step = () => ({});

/** In this order; a call of the contract without a step breaks the type check. */
const STEPS: Readonly<Record<CallName, Step>> = {
  heartbeat: nothing,
  configs: nothing,
  regions: nothing,
  servers: nothing,
  productShelf: nothing,
  productPrices: () => ({ product_ids: GOOD, country: 'DE' }),
  productLists: ofBuyer,
  payChannels: () => ({ country: 'US' }),
  link: () => ({ link: accessLink() }),
  mailCode: ({ newcomer }) => ({ user_token: newcomer.token, purpose: 'pwd_set' }),
  passwordSet: async ({ newcomer }) => ({
    user_token: newcomer.token,
    code: await newcomer.newestCode(),
    pwd: PASSWORD,
    pwd_confirm: PASSWORD,
  }),
  role: ({ newcomer }) => ({ ...newcomer.place, pwd: PASSWORD }),
  captcha: () => ({ purpose: 'pwd_reset' }),
  passwordReset: async ({ newcomer }) => ({
    ...newcomer.place,
    ...NEW_PASSWORD,
    code: await newcomer.codeFor('pwd_reset'),
    ...(await newcomer.image('pwd_reset', newcomer.stranger)),
  }),
  deviceConfirm: async ({ keeper }) => ({
    user_token: keeper.token,
    code: await keeper.codeFor('device'),
  }),
  savedCards: ({ keeper }) => ({ user_token: keeper.token }),
  savedCardRemove: async ({ keeper }) => ({
    user_token: keeper.token,
    card: await keeper.save(CARDS.success),
  }),
  passwordChange: async ({ keeper }) => ({
    user_token: keeper.token,
    old_pwd: PASSWORD,
    ...NEW_PASSWORD,
    code: await keeper.codeFor('pwd_change'),
  }),
  passwordRemove: async ({ keeper }) => ({
    user_token: keeper.token,
    code: await keeper.codeFor('pwd_remove'),
  }),
  cartSet: () => ({ product_id: GOOD, count: '1' }),
  cartGet: nothing,
  cartRemove: () => ({ product_ids: GOOD }),
  cartClearInvalid: nothing,
  mallOrder: () => ({ token: mallToken({}) }),
  mallPay: () => ({ token: mallToken({}), pay_id: 'card', country: 'US' }),
  orderCreate: () => anyOrder,
  payermaxCard: ({ buyer }, said) => cardForm(buyer, said('orderCreate')),
  paypalCapture: async ({ shop, buyer }) => {
    const form = walletForm(await buyer.open({ pay_id: 'paypal' }));
    await approveWallet(shop.environment, form.order_id);
    return form;
  },
  orderPhone: async ({ buyer }) => ({
    token: (await buyer.open({ order_key: crypto.randomUUID() })).token,
  }),
  phoneOrder: (_, said) => ({ link: said('orderPhone').link, key: PHONE_KEY }),
  phonePay: (_, said) => ({
    link: said('orderPhone').link,
    key: PHONE_KEY,
    pay_id: 'card',
    total: JSON.stringify(said('phoneOrder').order.total),
  }),
  orderPhoneState: (_, said) => ({ token: said('phonePay').token }),
  orderInquire: ({ paid }) => ({ token: paid.token }),
  orderCancel: async ({ buyer }) => ({ token: (await buyer.open()).token }),
  userOrders: nothing,
  userReceipt: ({ paid }) => ({ token: paid.token }),
  resolutionCreate: ({ paid }) => ({
    order_id: paid.order_id,
    kind: 'wrong_recharge',
    text: 'Not my character.',
  }),
  resolutionList: nothing,
  activityList: nothing,
  activityRemind: (_, said) => ({ activity_id: said('activityList')[0]?.id ?? '', on: '1' }),
  bargainInfo: nothing,
  bargainChoose: () => ({ pack_id: 'hoard' }),
  bargainClaim: () => ({ task: 'sign_in' }),
  bargainSpin: nothing,
  cumulationInfo: nothing,
  cumulationClaim: () => ({ task_id: 'days-1' }),
  cardInfo: nothing,
  cardClaim: () => ({ card_id: 'weekly' }),
  logout: nothing,
};

/** Makes every call once, as an honest page does, with the state that it needs. Throws when one is refused. */
export async function makeEveryCall(
  shop: Target,
  ask: (request: Omit<Request, 'caller'>) => Promise<Answer>,
): Promise<void> {
  const players = await createPlayers(shop);
  const { buyer, keeper } = players;
  const results = new Map<CallName, unknown>();
  // Verified edge: `ask` compares each result with its shape.
  const said: Said = (name) => results.get(name) as CallResult<typeof name>;
  // Verified edge: the keys of STEPS.
  for (const name of Object.keys(STEPS) as CallName[]) {
    const { method, path, session } = CALL_PATHS[name];
    const fields = await STEPS[name](players, said);
    const as = session === 'required' ? { userToken: buyer.userToken } : {};
    const isKeepers = fields['user_token'] === keeper.token;
    const headers = isKeepers ? { ...FORM, cookie: keeper.own.cookie() } : FORM;
    const body = method === 'GET' ? '' : signedBody(pairsOf(name, fields, as));
    const {
      code,
      text,
      result,
      headers: answered,
    } = await ask({ name, kind: 'valid', method, path, headers, body });
    if (code !== 200) throw new Error(`${name} refuses an honest call: ${text.slice(0, 200)}`);
    if (isKeepers) keeper.own.take(answered['set-cookie'] ?? []);
    results.set(name, result);
  }
}
