import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildContext, type BuiltContext } from '../../../apps/api/src/build-context.ts';
import type { Config } from '../../../apps/api/src/config/config.ts';
import { findChannel, listChannels } from '../../../apps/api/src/domain/catalog/channels.ts';
import { attemptById } from '../../../apps/api/src/domain/payments/queries.ts';
import { queryAttempt } from '../../../apps/api/src/domain/payments/query-attempt.ts';
import { reconcileDay } from '../../../apps/api/src/domain/reconciliation/reconcile-day.ts';
import { pushRefund } from '../../../apps/api/src/domain/refunds/push-refund.ts';
import { reportMerchants } from '../../../apps/api/src/report-merchants.ts';
import { gatewayOf } from '../../../apps/api/src/gateways/accounts.ts';
import {
  attemptOf as gatewayAttempt,
  submitInputOf,
} from '../../../apps/api/src/gateways/testing/data.ts';
import { createCardKeeper } from '../../support/card-keeper.ts';
import { lostNumber } from '../../support/found-payment.ts';
import { operatorOf } from '../../support/operator.ts';
import {
  CGG,
  keptCardOf,
  openThinking,
  SECOND,
  withoutMerchants,
  withSecond,
} from '../../support/second-merchant.ts';
import { sharedEnvironment, type Statement } from '../../support/shared-environment.ts';
import { approveWallet, CARDS, createShopper, want, type Shopper } from '../../support/shopper.ts';
import { withinOneDay, ONE_DAY_TIMEOUT_MS } from '../../support/shop-days.ts';
import { walletKeepersOf } from '../../support/wallet-keeper.ts';

beforeAll(withinOneDay, ONE_DAY_TIMEOUT_MS);
const shop = sharedEnvironment({
  edit: (config) => withSecond(config, ['cgg']),
  env: { PAYPAL_VAULT: 'on' },
});
const operator = operatorOf(shop);
/** Processes after a change of the file: the project is the default merchant's; the second is gone. */
let moved: BuiltContext;
let gone: BuiltContext;

const built = (edit: (config: Config) => Config): Promise<BuiltContext> => {
  const config = { ...edit(shop().config), databaseUrl: shop().databaseUrl };
  return buildContext(config, { name: 'test', connections: 3 });
};
beforeAll(async () => {
  moved = await built((config) => withSecond(config, []));
  gone = await built(withoutMerchants);
});
afterAll(async () => {
  await moved.close();
  await gone.close();
});

async function statementOf(account: 'first' | 'second'): Promise<Statement> {
  const response = await fetch(`${shop().sandboxUrl}/statement?account=${account}`);
  return (await response.json()) as Statement;
}

/** The accounts that took money of an order, with the gateway. */
async function takersOf(orderId: string): Promise<string[]> {
  const found: string[] = [];
  for (const account of ['first', 'second'] as const) {
    const { captures } = await statementOf(account);
    for (const { provider, out_trade_no: number } of captures) {
      if (number.startsWith(`A${orderId}_`)) found.push(`${account} ${provider}`);
    }
  }
  return found;
}

async function buyByCard(shopper: Shopper): Promise<string> {
  const opened = await shopper.open();
  await shopper.payByCard(opened, CARDS.success);
  await shopper.until(opened.token, ({ delivery }) => delivery.state === 'delivered');
  return opened.order_id;
}

async function openWallet(shopper: Shopper) {
  const { pay, ...opened } = await shopper.open({ pay_id: 'paypal' });
  if (pay?.kind !== 'paypal') throw new Error('not a wallet order');
  return { ...opened, pay };
}

const attemptOf = (attemptId: string) => operator.db().one(attemptById, { attemptId });

const alertsOf = async ({ ctx }: BuiltContext, kind: string): Promise<number> =>
  (await ctx.metrics.alerts.get()).values.find(({ labels }) => labels.kind === kind)?.value ?? 0;

/** A refund that no worker of the shop sends. */
async function reserveRefund(orderId: string, amount: number): Promise<string> {
  const id = `R${orderId}_1`;
  await operator.db().pool.query(
    `with held as (update payment_attempts set reserved_minor = reserved_minor + $3 where id = $2)
    insert into refunds (id, order_id, attempt_id, amount_minor, currency, state, reason, next_attempt_at, created_at, updated_at)
      values ($1, $4, $2, $3, 'USD', 'RESERVED', 'operator', now() + interval '1 day', now(), now())`,
    [id, `A${orderId}_1`, amount, orderId],
  );
  return id;
}

async function refundStateOf(id: string): Promise<string> {
  const { rows } = await operator
    .db()
    .pool.query<{ state: string }>(`select state from refunds where id = $1`, [id]);
  return rows[0]?.state ?? '';
}

describe('two merchants', () => {
  it('take cards and wallets of their own projects, each with its own account', async () => {
    for (const [project, account] of [
      [undefined, 'first'],
      [CGG, 'second'],
    ] as const) {
      const shopper = await createShopper(shop(), project);
      expect(await takersOf(await buyByCard(shopper))).toEqual([`${account} payermax`]);
      const wallet = await openWallet(shopper);
      expect(wallet.pay.client_id).toBe(
        account === 'first' ? 'sandbox-client' : 'sandbox-client-2',
      );
      await approveWallet(shop(), wallet.pay.order_id);
      await want(
        shopper.client.call('paypalCapture', {
          invoice_id: wallet.pay.invoice_id,
          order_id: wallet.pay.order_id,
        }),
      );
      await shopper.until(wallet.token, ({ delivery }) => delivery.state === 'delivered');
      expect(await takersOf(wallet.order_id)).toEqual([`${account} paypal`]);
      expect((await attemptOf(wallet.pay.invoice_id)).merchant).toBe(
        account === 'first' ? null : SECOND,
      );
    }
  });

  it('hear of their own payments at their own addresses', async () => {
    const shopper = await createShopper(shop(), CGG);
    const wallet = await openWallet(shopper);
    // Only the event of the approval says so.
    await approveWallet(shop(), wallet.pay.order_id);
    await shopper.until(wallet.token, ({ delivery }) => delivery.state === 'delivered');
    const { rows } = await operator
      .db()
      .pool.query<{ merchant: string | null }>(
        `select distinct substring(event_key from '^@(.*)/') as merchant from gateway_inbox where provider = 'paypal' and position(convert_to($1, 'UTF8') in body) > 0`,
        [wallet.pay.invoice_id],
      );
    expect(rows).toEqual([{ merchant: SECOND }]);
  });
});

describe('a project that moves to another merchant', () => {
  it('has its earlier payments queried with the account that took them', async () => {
    const { attemptId, order_id } = await openThinking(shop());
    expect((await queryAttempt(moved.ctx, attemptId))?.result).toBe('pending');
    expect((await attemptOf(attemptId)).merchant).toBe(SECOND);
    const wallet = await openWallet(await createShopper(shop(), CGG));
    const asked = await queryAttempt(moved.ctx, wallet.pay.invoice_id);
    expect(asked?.result).not.toMatch(/not_found|indeterminate/);
    expect(await takersOf(order_id)).toEqual([]);
  });

  it('has its earlier payments refunded by the account that took them', async () => {
    const orderId = await buyByCard(await createShopper(shop(), CGG));
    const id = await reserveRefund(orderId, 1);
    await pushRefund(moved.ctx, id);
    const about = async (account: 'first' | 'second') =>
      (await statementOf(account)).refunds.filter(
        ({ out_trade_no: number }) => number === `A${orderId}_1`,
      ).length;
    await expect.poll(() => about('second')).toBe(1);
    expect(await about('first')).toBe(0);
  });
});

describe('a merchant that is no longer in the file', () => {
  it('leaves its unknown payments unknown, sends nothing, and raises an alert', async () => {
    const { attemptId } = await openThinking(shop());
    const before = await attemptOf(attemptId);
    const applied = await queryAttempt(gone.ctx, attemptId);
    expect([applied?.result, applied?.decision]).toEqual(['indeterminate', 'none']);
    expect((await attemptOf(attemptId)).state).toBe(before.state);
    expect(await alertsOf(gone, 'merchant_missing')).toBeGreaterThan(0);
  });

  it('is missed as soon as a process starts that lost its accounts', async () => {
    await buyByCard(await createShopper(shop(), CGG));
    const started = async (edit: (config: Config) => Config): Promise<number> => {
      const own = await built(edit);
      try {
        await reportMerchants(own.ctx);
        return await alertsOf(own, 'merchant_missing');
      } finally {
        await own.close();
      }
    };
    expect(await started((config) => withSecond(config, []))).toBe(0);
    expect(await started((config) => withSecond(config, [], { payermax: null }))).toBe(1);
  });

  it('keeps its refunds reserved until it is back', async () => {
    const orderId = await buyByCard(await createShopper(shop(), CGG));
    const id = await reserveRefund(orderId, 1);
    await pushRefund(gone.ctx, id);
    expect(await refundStateOf(id)).toBe('RESERVED');
    await pushRefund(moved.ctx, id);
    expect(await refundStateOf(id)).not.toBe('RESERVED');
  });
});

it('a project whose merchant lacks a gateway offers none of its methods', async () => {
  const config = withSecond(shop().config, ['cgg'], { paypal: null });
  const ctx = { ...moved.ctx, config };
  const project = moved.ctx.catalogue.project('cgg');
  if (project === null) throw new Error('no such project');
  const offered = async (of: typeof ctx) =>
    new Set((await listChannels(of, project, 'US', 'en')).map(({ provider }) => provider));
  expect(await offered(ctx)).toEqual(new Set(['payermax']));
  expect(await offered(moved.ctx as typeof ctx)).toEqual(new Set(['payermax', 'paypal']));
  expect(() => findChannel(ctx, project, 'paypal', 'US')).toThrow('CHANNEL_UNAVAILABLE');
});

const keptCard = (card: string, provider: 'payermax' | 'paypal') =>
  keptCardOf(moved.ctx, shop().config, { card, provider });

it('a saved card is offered and charged only by the merchant that made its token', async () => {
  const player = await createCardKeeper(shop(), operator.ctx);
  await player.payAndSave(CARDS.success);
  const [card] = await player.untilCards(1);
  const kept = await keptCard(card?.card ?? '', 'payermax');
  expect([await kept.lockedBy([]), await kept.lockedBy(['miniflix'])]).toEqual([[false], [true]]);
  expect(await kept.useAt(SECOND)).toBeNull();
  expect((await kept.useAt(null))?.id).toBe(card?.card);
});

it('[attack] a saved PayPal is offered and charged only by the account that keeps it', async () => {
  const wallets = walletKeepersOf(shop, operator.ctx);
  const { card, token } = await wallets.save(await wallets.keeper());
  const kept = await keptCard(card, 'paypal');
  expect([await kept.lockedBy([]), await kept.lockedBy(['miniflix'])]).toEqual([[false], [true]]);
  expect(await kept.useAt(SECOND)).toBeNull();
  expect((await kept.useAt(null))?.id).toBe(card);
  // Even if it came to the other account, it would move nothing there, and be no reason to try again.
  const attempt = { ...gatewayAttempt(lostNumber()), gatewayRef: null };
  const at = (merchant: string | null) =>
    gatewayOf(moved.ctx.gateways, { provider: 'paypal', merchant }).submit({
      ...submitInputOf({ attempt }),
      instrument: { kind: 'saved', token },
    });
  expect(await at(SECOND)).toMatchObject({ kind: 'refused', cause: 'token' });
  expect(await takersOf(attempt.orderId)).toEqual([]);
});

it('[F06] a day is compared with the statement of each merchant', async () => {
  const ids = [
    await buyByCard(await createShopper(shop())),
    await buyByCard(await createShopper(shop(), CGG)),
  ];
  const day = new Date().toISOString().slice(0, 10);
  const compare = (of: BuiltContext) =>
    reconcileDay(of.ctx, { provider: 'payermax', day, repairs: false });
  const whole = await compare(moved);
  if (whole.kind !== 'reconciled') throw new Error(whole.why);
  const about = whole.open.filter(({ attemptId }) => ids.some((id) => attemptId === `A${id}_1`));
  expect(about).toEqual([]);
  const cards = async (account: 'first' | 'second') =>
    (await statementOf(account)).captures.filter(({ provider }) => provider === 'payermax').length;
  expect(whole.accounts.map(({ merchant, captures }) => [merchant, captures])).toEqual([
    [null, await cards('first')],
    [SECOND, await cards('second')],
  ]);
  expect(await compare(gone)).toEqual({
    kind: 'unavailable',
    why: 'merchant second is not in the configuration',
  });
});
