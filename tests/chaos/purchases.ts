import type { CallResult } from '@webpay/contract/calls';
import { setTimeout as pause } from 'node:timers/promises';
import { answerChallenge, approveWallet } from '../support/payer.ts';
import { CARDS, want } from '../support/shopper.ts';
import type { TestEnvironment } from '../support/environment.ts';
import { patiently } from './patience.ts';
import type { Plan } from './plans.ts';
import type { Player } from './players.ts';
import { seeded, type Chance } from './seeded.ts';

const DISPUTED = '4000000000000259';
const ACTION_WITHIN_MS = 40_000;

type Opened = CallResult<'orderCreate'>;
type Way = 'card' | 'paypal';

export type Bought = {
  readonly orderId: string;
  readonly token: string;
  readonly player: Player;
  /** What this payer still does when the order is long over. */
  readonly later: (() => Promise<void>) | null;
};

/** One payer with one order: whatever fails is tried again with the same key, as a patient one does. */
export async function purchase(
  environment: TestEnvironment,
  player: Player,
  plan: Plan,
): Promise<Bought> {
  const chance = seeded(plan.seed);
  const order = await openedBy(player, `torture-${plan.index}-${crypto.randomUUID()}`, chance);
  const later = await pay(environment, order, plan);
  return { orderId: order.first.order_id, token: order.first.token, player, later };
}

type Order = {
  readonly player: Player;
  readonly first: Opened;
  /** The same order again, to be paid this way now; null: there is nothing to pay (any more). */
  open(way: Way): Promise<Opened['pay']>;
};

async function openedBy(player: Player, order_key: string, chance: Chance): Promise<Order> {
  const countryOf = {
    card: chance.pick(player.countriesOf.card),
    paypal: chance.pick(player.countriesOf.paypal),
  };
  const call = (way: Way) =>
    patiently(() => player.shopper.open({ order_key, pay_id: way, country: countryOf[way] }));
  const first = await call('card');
  return { player, first, open: async (way) => (await call(way)).pay };
}

async function pay(
  environment: TestEnvironment,
  order: Order,
  plan: Plan,
): Promise<Bought['later']> {
  const card = (number: string) => payByCard(order, number);
  switch (plan.kind) {
    case 'card_paid':
      await card(CARDS.success);
      return null;
    case 'card_declined':
      await card(CARDS.declined);
      return null;
    case 'card_without_balance':
      await card(CARDS.poor);
      return null;
    case 'card_pending':
      await card(CARDS.pending);
      return null;
    case 'silent_money_taken':
      await card(CARDS.silentTaken);
      return null;
    case 'silent_nothing_taken':
      await card(CARDS.silentNotTaken);
      return null;
    case 'disputed':
      await card(DISPUTED);
      return null;
    case 'bank_approves':
      await atBank(await challenged(order, CARDS.challenge), 'approve');
      return null;
    case 'bank_rejects':
      await atBank(await challenged(order, CARDS.challenge), 'reject');
      return null;
    case 'bank_approves_card_declined':
      await atBank(await challenged(order, CARDS.challengeDeclined), 'approve');
      return null;
    case 'bank_answered_too_late': {
      const url = await challenged(order, CARDS.challenge);
      return () => atBank(url, 'approve');
    }
    case 'left_open':
      return null;
    case 'cancelled':
      await cancel(order);
      return null;
    case 'declined_then_card':
      await card(CARDS.declined);
      await card(CARDS.success);
      return null;
    case 'declined_then_wallet':
      await card(CARDS.poor);
      await byWallet(environment, order, ['balance']);
      return null;
    case 'paid_twice': {
      const url = await challenged(order, CARDS.challenge);
      await cancel(order);
      await byWallet(environment, order, ['balance']);
      await atBank(url, 'approve');
      return null;
    }
    case 'submitted_by_two_tabs':
      await twice(order);
      return null;
    case 'wallet_paid':
      await byWallet(environment, order, ['balance']);
      return null;
    case 'wallet_closed_tab':
      await approved(environment, await order.open('paypal'));
      return null;
    case 'wallet_cancelled':
      await order.open('paypal');
      await cancel(order);
      return null;
    case 'wallet_pending':
      await byWallet(environment, order, ['echeck']);
      return null;
    case 'wallet_other_funding':
      await byWallet(environment, order, ['declined', 'balance']);
      return null;
  }
}

type Submitted = { readonly submit: () => Promise<CallResult<'payermaxCard'>> };

async function withToken(order: Order, number: string): Promise<Submitted | null> {
  const { shopper } = order.player;
  const pay = await order.open('card');
  if (pay === null || pay.kind === 'paypal') return null;
  const paymentToken = await patiently(() => shopper.tokenise(pay, number));
  const fields = { sessionKey: pay.session_key, paymentToken };
  return { submit: () => patiently(() => want(shopper.client.call('payermaxCard', fields))) };
}

async function payByCard(order: Order, number: string): Promise<void> {
  await (await withToken(order, number))?.submit();
}

/** Two tabs, one card form: both send it at once. */
async function twice(order: Order): Promise<void> {
  const form = await withToken(order, CARDS.success);
  await Promise.all([form?.submit(), form?.submit()]);
}

/** Pays by a card whose bank asks; the bank's address, or null when its answer was lost for good. */
async function challenged(order: Order, number: string): Promise<string | null> {
  const form = await withToken(order, number);
  const end = Date.now() + ACTION_WITHIN_MS;
  while (form !== null) {
    const { action, state } = await form.submit();
    if (action !== null) return action.url;
    if (state !== 'waiting' || Date.now() > end) break;
    await pause(1_000);
  }
  return null;
}

async function atBank(url: string | null, result: 'approve' | 'reject'): Promise<void> {
  // Answered already, or its order is over there: the bank says so, and the payer shrugs.
  if (url !== null) await answerChallenge(url, result).catch(() => undefined);
}

async function cancel({ player, first }: Order): Promise<void> {
  await patiently(async () => {
    const { code, msg } = await player.shopper.client.call('orderCancel', { token: first.token });
    // Money may be moving, or has: then there is nothing to cancel.
    if (code !== 200 && code !== 20013) throw new Error(`${code} ${msg}`);
  });
}

async function byWallet(
  environment: TestEnvironment,
  order: Order,
  fundings: readonly ('balance' | 'declined' | 'echeck')[],
): Promise<void> {
  for (const funding of fundings) {
    const wallet = await approved(environment, await order.open('paypal'), funding);
    if (wallet === null) return;
    const { client } = order.player.shopper;
    await patiently(() => want(client.call('paypalCapture', wallet)));
  }
}

/** Says yes in the wallet's window; null when there is no wallet order to pay. */
async function approved(environment: TestEnvironment, pay: Opened['pay'], funding = 'balance') {
  if (pay === null || pay.kind !== 'paypal') return null;
  const { order_id, invoice_id } = pay;
  // A fault may have ended it there meanwhile: the payer sees that and goes back to the shop.
  await approveWallet(environment, order_id, funding).catch(() => undefined);
  return { order_id, invoice_id };
}
