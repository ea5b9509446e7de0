import type { CallResult } from '@webpay/contract/calls';
import { setTimeout as pause } from 'node:timers/promises';
import { answerChallenge, approveWallet, CARDS, want } from '../support/shopper.ts';
import type { TestEnvironment } from '../support/environment.ts';
import { withRetries } from './retry.ts';
import type { Player } from './players.ts';
import { seeded } from './seeded.ts';

const ACTION_WITHIN_MS = 40_000;

type Opened = CallResult<'orderCreate'>;
type Way = 'card' | 'paypal';

/** One order and its payer's actions, each retried with the same key. */
type Order = {
  readonly player: Player;
  readonly token: string;
  readonly environment: TestEnvironment;
  /** Opens the order again for a payment method; null when there is nothing to pay. */
  open(way: Way): Promise<Opened['pay']>;
};

/** An action of the payer after the order's end. */
type Later = (() => Promise<void>) | null;
type Purchase = (order: Order) => Promise<Later | void>;

const card = (number: string): Purchase => payByCard.bind(null, number);
const bank =
  (number: string, answer: 'approve' | 'reject'): Purchase =>
  async (order) =>
    atBank(await challenged(order, number), answer);

/** Kinds of purchases, and how many of sixty are of each kind. */
const PLANS = {
  card_paid: [12, card(CARDS.success)],
  card_declined: [2, card(CARDS.declined)],
  card_without_balance: [2, card(CARDS.poor)],
  bank_approves: [4, bank(CARDS.challenge, 'approve')],
  bank_rejects: [2, bank(CARDS.challenge, 'reject')],
  bank_approves_card_declined: [2, bank(CARDS.challengeDeclined, 'approve')],
  bank_answered_too_late: [
    2,
    async (order) => {
      const url = await challenged(order, CARDS.challenge);
      return () => atBank(url, 'approve');
    },
  ],
  card_pending: [4, card(CARDS.pending)],
  silent_money_taken: [3, card(CARDS.silentTaken)],
  silent_nothing_taken: [1, card(CARDS.silentNotTaken)],
  disputed: [2, card(CARDS.disputed)],
  left_open: [1, async () => undefined],
  cancelled: [1, cancel],
  declined_then_card: [
    3,
    async (order) => {
      await payByCard(CARDS.declined, order);
      await payByCard(CARDS.success, order);
    },
  ],
  declined_then_wallet: [
    2,
    async (order) => {
      await payByCard(CARDS.poor, order);
      await payByWallet(order, ['balance']);
    },
  ],
  /** The bank approves an attempt after the order was cancelled there and paid by wallet. */
  paid_twice: [
    3,
    async (order) => {
      const url = await challenged(order, CARDS.challenge);
      await cancel(order);
      await payByWallet(order, ['balance']);
      await atBank(url, 'approve');
    },
  ],
  submitted_by_two_tabs: [
    3,
    async (order) => {
      const submit = await cardSubmission(order, CARDS.success);
      await Promise.all([submit?.(), submit?.()]);
    },
  ],
  wallet_paid: [6, (order) => payByWallet(order, ['balance'])],
  wallet_closed_tab: [2, async (order) => void (await approved(order, 'balance'))],
  wallet_cancelled: [
    1,
    async (order) => {
      await order.open('paypal');
      await cancel(order);
    },
  ],
  wallet_pending: [1, (order) => payByWallet(order, ['echeck'])],
  wallet_other_funding: [1, (order) => payByWallet(order, ['declined', 'balance'])],
} as const satisfies Readonly<Record<string, readonly [number, Purchase]>>;

export type PlanKind = keyof typeof PLANS;
export type Plan = { readonly index: number; readonly kind: PlanKind; readonly seed: number };

/** Plans by the seed; each sixty contain every kind. */
export function plansOf(seed: number, count: number): Plan[] {
  const chance = seeded(seed);
  // Verified edge: the keys of PLANS.
  const kinds = Object.keys(PLANS) as PlanKind[];
  const deck = kinds.flatMap((kind) => Array.from({ length: PLANS[kind][0] }, () => kind));
  const plans: PlanKind[] = [];
  while (plans.length < count) plans.push(...chance.shuffled(deck));
  return plans.slice(0, count).map((kind, index) => ({ index, kind, seed: chance.int(2 ** 31) }));
}

/** Makes one purchase. @returns the payer's action after its end */
export async function purchase(environment: TestEnvironment, player: Player, plan: Plan) {
  const chance = seeded(plan.seed);
  const order_key = `torture-${plan.index}-${crypto.randomUUID()}`;
  const country = {
    card: chance.pick(player.countriesOf.card),
    paypal: chance.pick(player.countriesOf.paypal),
  };
  const open = (way: Way) =>
    withRetries(() => player.shopper.open({ order_key, pay_id: way, country: country[way] }));
  const { token } = await open('card');
  const order: Order = { environment, player, token, open: async (way) => (await open(way)).pay };
  const act: Purchase = PLANS[plan.kind][1];
  return (await act(order)) ?? null;
}

async function cardSubmission(order: Order, number: string) {
  const { shopper } = order.player;
  const pay = await order.open('card');
  if (pay === null || !('session_key' in pay)) return null;
  const paymentToken = await withRetries(() => shopper.tokenise(pay, number));
  const fields = { sessionKey: pay.session_key, paymentToken };
  return () => withRetries(() => want(shopper.client.call('payermaxCard', fields)));
}

async function payByCard(number: string, order: Order): Promise<void> {
  await (
    await cardSubmission(order, number)
  )?.();
}

/** Pays by a card with a bank challenge; null when its address was lost for good. */
async function challenged(order: Order, number: string): Promise<string | null> {
  const submit = await cardSubmission(order, number);
  const end = Date.now() + ACTION_WITHIN_MS;
  while (submit !== null) {
    const { action, state } = await submit();
    if (action !== null) return action.url;
    if (state !== 'waiting' || Date.now() > end) break;
    await pause(1_000);
  }
  return null;
}

async function atBank(url: string | null, result: 'approve' | 'reject'): Promise<void> {
  // The bank refuses a challenge that is answered or over.
  if (url !== null) await answerChallenge(url, result).catch(() => undefined);
}

async function cancel({ player, token }: Order): Promise<void> {
  await withRetries(async () => {
    const { code, msg } = await player.shopper.client.call('orderCancel', { token });
    // 20013: money is moving or has moved.
    if (code !== 200 && code !== 20013) throw new Error(`${code} ${msg}`);
  });
}

async function payByWallet(order: Order, fundings: readonly string[]): Promise<void> {
  for (const funding of fundings) {
    const wallet = await approved(order, funding);
    if (wallet === null) return;
    const { client } = order.player.shopper;
    await withRetries(() => want(client.call('paypalCapture', wallet)));
  }
}

/** Approves in the wallet's window; null when there is no wallet order to pay. */
async function approved(order: Order, funding: string) {
  const pay = await order.open('paypal');
  if (pay === null || pay.kind !== 'paypal') return null;
  const { order_id, invoice_id } = pay;
  // A fault may have ended the wallet order.
  await approveWallet(order.environment, order_id, funding).catch(() => undefined);
  return { order_id, invoice_id };
}
