import { CONSOLE_CALLS, type ConsoleResult } from '@webpay/contract/console/calls';
import * as v from 'valibot';
import { afterEach, describe, expect, it } from 'vitest';
import { orderFile } from '../../../apps/api/src/domain/console/order-file.ts';
import { buyByCard, buyByWallet, delivered, type Bought } from '../../support/gateway-desk.ts';
import { operatorOf } from '../../support/operator.ts';
import { CARDS, createShopper } from '../../support/shopper.ts';
import { clearFaults, setFault, sharedEnvironment } from '../../support/shared-environment.ts';

const environment = sharedEnvironment();
const operator = operatorOf(environment);
afterEach(() => clearFaults(environment()));

type OrderFile = ConsoleResult<'order'>;

async function fileOf(id: string, projects: readonly string[] = []): Promise<OrderFile | null> {
  const file = await orderFile(operator.ctx(), { projects }, { id });
  // The page reads it as JSON.
  return file === null
    ? null
    : v.parse(CONSOLE_CALLS.order.result, JSON.parse(JSON.stringify(file)));
}

async function shown(id: string): Promise<OrderFile> {
  const file = await fileOf(id);
  if (file === null) throw new Error(`no order ${id}`);
  return file;
}

/** The worker of the shop writes the end of a refund, a message or a mail. */
async function until(id: string, holds: (file: OrderFile) => boolean): Promise<OrderFile> {
  for (;;) {
    const file = await shown(id);
    if (holds(file)) return file;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const sentences = ({ timeline }: OrderFile) => timeline.map(({ sentence }) => sentence);
const valueOf = ({ numbers }: OrderFile, label: string) =>
  numbers.find((each) => each.label === label)?.value;

async function boughtByCard(card: string = CARDS.success): Promise<Bought> {
  const bought = await buyByCard(environment(), card);
  await delivered(bought);
  return bought;
}

describe('the order page', () => {
  it('tells a delivered order with its whole way, mail, money and numbers', async () => {
    const { orderId, shopper } = await boughtByCard();
    const file = await until(orderId, ({ timeline }) =>
      timeline.some(({ sentence }) => sentence.startsWith('Message PAYMENT')),
    );
    expect(file.explain).toMatchObject({ tone: 'green', badges: [{ text: 'Delivered' }] });
    expect(file.explain.sentence).toMatch(
      /^Paid, and the game took the mail\. It lies in .+'s mailbox on .+\.$/,
    );
    expect(file.track.map(({ label, state }) => `${label}: ${state}`)).toEqual([
      'Ordered: done',
      'Pay pressed: done',
      'Paid: done',
      'Mail sent: done',
      'In the mailbox: done',
    ]);
    const [mail] = await shopper.mails();
    expect(valueOf(file, 'Mail')).toBe(mail?.mail_id);
    expect(valueOf(file, 'Payment')).toBe(`A${orderId}_1`);
    expect(valueOf(file, 'PayerMax')).toMatch(/^T/);
    expect(valueOf(file, 'Order number')).toBe(file.order_no);
    expect(file.character).toMatchObject({ cid: shopper.cid, server_id: shopper.serverId });
    expect(file.player).toMatchObject({ orders: 1, paid: [file.total], disputes: 0 });
    expect(file.goods[0]?.in_mail[0]).toMatch(/^\d+ \S/);
    const left = file.money.find(({ label }) => label === 'Left');
    expect(left).toEqual({ label: 'Left', sum: file.total, is_total: true });
    const told = sentences(file);
    for (const sentence of [/^Ordered for /, /^Pay pressed: /, /^Paid /, /accepted the mail$/]) {
      expect(told.some((each) => sentence.test(each))).toBe(true);
    }
    const times = file.timeline.map(({ at }) => at);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  it('shows a gateway message without its signature, payer and card', async () => {
    const { orderId } = await boughtByCard();
    const file = await until(orderId, ({ timeline }) =>
      timeline.some(({ sentence }) => sentence.startsWith('Message PAYMENT')),
    );
    const message = file.timeline.find(({ sentence }) => sentence.startsWith('Message PAYMENT'));
    expect(message?.detail).toContain(`"outTradeNo": "A${orderId}_1"`);
    expect(JSON.stringify(file)).not.toMatch(/4111 ?1111|"sign"|Test Player|sessionKey|userId/i);
  });

  it('opens by the order number, and not for an operator of other projects', async () => {
    const { orderId } = await buyByCard(environment(), CARDS.declined);
    const file = await shown(orderId);
    expect((await shown(file.order_no)).id).toBe(orderId);
    expect((await shown(file.order_no.toLowerCase().replaceAll('-', ''))).id).toBe(orderId);
    expect(await fileOf(orderId, [file.character.project.code])).not.toBeNull();
    expect(await fileOf(orderId, ['another'])).toBeNull();
    expect(await fileOf('z'.repeat(20))).toBeNull();
  });

  it('tells a declined card from an order that nobody paid', async () => {
    const declined = await buyByCard(environment(), CARDS.poor);
    expect((await shown(declined.orderId)).explain.sentence).toBe(
      'The bank said no: not enough money. Nothing was charged.',
    );
    const shopper = await createShopper(environment());
    const { order_id: openId } = await shopper.open();
    const open = await shown(openId);
    expect(open.explain.sentence).toMatch(/^Not paid yet; it can be until /);
    expect(open.timeline.some(({ is_planned }) => is_planned)).toBe(true);
    expect(open.track.find(({ state }) => state === 'now')?.label).toBe('Pay pressed');
  });

  it('tells a payment whose gateway fell silent, and when it is asked next', async () => {
    await setFault(environment(), 'payermax', 'query', 'error', { times: 100 });
    const { orderId } = await buyByCard(environment(), CARDS.silentTaken);
    const file = await until(orderId, ({ explain }) => explain.sentence.includes('may or may not'));
    expect(file.explain.tone).toBe('orange');
    expect(file.explain.next[0]?.text).toMatch(/^PayerMax is asked again/);
    expect(file.explain.sentence).not.toContain('charged');
    expect(file.money.map(({ label }) => label)).toEqual([
      expect.stringMatching(/^Asked for, /),
      'Known to be captured',
    ]);
  });

  it('follows a refund by its command until the money is back', async () => {
    const { orderId } = await boughtByCard();
    const before = await shown(orderId);
    const pay = before.explain.can.find(({ action }) => action === 'pay_back');
    const words = pay?.command?.replace('npm run resolve -- ', '').replace('"…"', 'wish') ?? '';
    await operator.resolve(...words.split(' '));
    const file = await until(orderId, ({ explain }) => explain.sentence.startsWith('All of'));
    expect(file.explain.badges).toEqual([{ tone: 'grey', text: 'Refunded' }]);
    expect(file.track.at(-1)).toMatchObject({ state: 'done' });
    expect(sentences(file)).toContainEqual(expect.stringMatching(/ is back$/));
    expect(file.money.find(({ label }) => label === 'Went back')?.sum.minor).toBe(
      -before.total.minor,
    );
  });

  it('puts an open dispute before the delivery, with where it is answered', async () => {
    const { orderId } = await boughtByCard(CARDS.disputed);
    const file = await until(orderId, ({ explain }) =>
      explain.badges.some(({ text }) => text === 'Disputed'),
    );
    expect(file.explain.badges.map(({ text }) => text)).toEqual(['Delivered', 'Disputed']);
    expect(file.explain.sentence).toMatch(/^PayerMax asks about .+ Answer there/);
    expect(file.explain.can[0]?.action).toBe('open_gateway');
    expect(file.player.flagged_since).not.toBeNull();
    expect(file.money.at(-1)?.label).toBe('Claimed at PayerMax');
  });

  it('tells why the game does not take a mail, with the next attempt and the end', async () => {
    await setFault(environment(), 'game', 'mail', 'mailbox_full', { times: 1_000 });
    const { orderId } = await buyByCard(environment(), CARDS.success);
    const file = await until(orderId, ({ explain }) => explain.sentence.includes('mailbox full'));
    expect(file.explain.next.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^The mail is sent/),
      'Not taken by then, the mail is given up and the money goes back by itself.',
    ]);
    expect(file.track.at(-1)).toMatchObject({ state: 'now', note: 'mailbox full' });
  });

  it('shows a wallet payment with the messages of PayPal', async () => {
    const bought = await buyByWallet(environment());
    await delivered(bought);
    const file = await until(bought.orderId, ({ timeline }) =>
      timeline.some(({ sentence }) => sentence.includes('PAYMENT.CAPTURE.COMPLETED')),
    );
    expect(valueOf(file, 'PayPal capture')).toBeDefined();
    expect(JSON.stringify(file)).not.toMatch(/@|email_address": "[^[]/);
  });
});
