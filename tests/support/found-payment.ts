import { expect } from 'vitest';
import type { Ctx } from '../../apps/api/src/context.ts';
import { checkLedger } from '../../apps/api/src/domain/ledger/check-ledger.ts';
import { reconcileDay } from '../../apps/api/src/domain/reconciliation/reconcile-day.ts';
import type { Gateways } from '../../apps/api/src/gateways/accounts.ts';
import type { SubmitInput } from '../../apps/api/src/gateways/port.ts';
import {
  attemptOf,
  openInputOf,
  submitInputOf,
  WALLET,
} from '../../apps/api/src/gateways/testing/data.ts';
import { approveWallet, CARDS, tokeniseAt, type Outside } from './shopper.ts';

/** A payment at the shop's merchant account; the shop has no attempt of it. */
export type FoundPayment = {
  /** The merchant's number. */
  readonly id: string;
  readonly orderId: string;
  /** Minor units. */
  readonly amount?: number;
  readonly currency?: string;
};

/** Pays by card at the shop's merchant account without the shop. @returns the capture's number */
export async function payWithoutTheShop(
  outside: Outside,
  { payermax }: Pick<Gateways, 'payermax'>,
  payment: FoundPayment,
): Promise<string> {
  const { amount = 499, currency = 'USD' } = payment;
  const made = attemptOf({ ...payment, amount, currency, gatewayRef: null });
  const opened = await payermax.open(openInputOf({ attempt: made }));
  if (opened.kind !== 'session') throw new Error(opened.kind);
  const { clientKey: client_key, sessionKey } = opened;
  const pay = { kind: 'payermax_card', client_key, session_key: sessionKey, sdk_url: '' } as const;
  const paymentToken = await tokeniseAt(outside, pay, CARDS.success);
  const input: SubmitInput = {
    ...submitInputOf({ attempt: made }),
    notifyUrl: `${outside.url}/webhooks/payermax`,
    instrument: { kind: 'card_session', paymentToken, sessionKey },
  };
  const paid = await payermax.submit(input);
  expect(paid).toMatchObject({ kind: 'paid' });
  return paid.kind === 'paid' ? paid.captureRef : '';
}

/** Pays by wallet without the shop. @returns the capture's number */
export async function payByWalletWithoutTheShop(
  outside: Outside,
  gateways: Pick<Gateways, 'paypal'>,
  payment: FoundPayment,
): Promise<string> {
  return (await walletOrderWithoutTheShop(outside, gateways, payment)).captureRef;
}

/** The same. @returns the numbers of PayPal's order and of its capture */
export async function walletOrderWithoutTheShop(
  outside: Outside,
  { paypal }: Pick<Gateways, 'paypal'>,
  payment: FoundPayment,
): Promise<{ readonly orderRef: string; readonly captureRef: string }> {
  const { amount = 499, currency = 'USD' } = payment;
  const made = attemptOf({ ...payment, amount, currency, gatewayRef: null });
  const opened = await paypal.open(openInputOf({ attempt: made, method: WALLET }));
  if (opened.kind !== 'wallet_order') throw new Error(opened.kind);
  await approveWallet(outside, opened.gatewayRef);
  const attempt = { ...made, gatewayRef: opened.gatewayRef };
  const paid = await paypal.submit(submitInputOf({ attempt }));
  expect(paid).toMatchObject({ kind: 'paid' });
  const captureRef = paid.kind === 'paid' ? paid.captureRef : '';
  return { orderRef: opened.gatewayRef, captureRef };
}

let made = 0;

/** A merchant's number of no attempt of ours, like one of a lost backup. */
export function lostNumber(): FoundPayment {
  made += 1;
  const orderId = `z${String(made).padStart(19, '0')}`;
  return { id: `A${orderId}_1`, orderId };
}

/** Finds money at a shop's gateways, and reads what became of it. */
export function foundMoneyIn(shop: () => Outside, ctx: () => Ctx) {
  /** Numbers of the open differences about these captures, by a new comparison of today. */
  const differencesOf = async (...captureRefs: readonly string[]): Promise<string[]> => {
    const day = new Date().toISOString().slice(0, 10);
    for (const provider of ['payermax', 'paypal'] as const) {
      const result = await reconcileDay(ctx(), { provider, day, repairs: false });
      if (result.kind !== 'reconciled') throw new Error(result.why);
    }
    const { rows } = await ctx().db.pool.query<{ id: number }>(
      `select id::int from reconciliation_differences
        where settled_at is null and subject = any ($1) order by id`,
      [captureRefs],
    );
    return rows.map(({ id }) => String(id));
  };
  /** Kinds of the ledger's entries about a capture, and about the attempt that booked it. */
  const entriesOf = async (captureRef: string): Promise<readonly string[]> => {
    const { rows } = await ctx().db.pool.query<{ kind: string }>(
      `select kind from ledger_entries where subject like '%:' || $1
          or attempt_id = (select id from payment_attempts where capture_ref = $1) order by kind`,
      [captureRef],
    );
    return rows.map(({ kind }) => kind);
  };
  return {
    differencesOf,
    entriesOf,
    /** Pays by card without the shop, and waits until its webhook is in quarantine. */
    findMoney: async (payment: FoundPayment): Promise<{ ref: string; number: string }> => {
      const ref = await payWithoutTheShop(shop(), ctx().gateways, payment);
      await expect.poll(() => entriesOf(ref)).toContain('quarantined');
      const [number = ''] = await differencesOf(ref);
      return { ref, number };
    },
    refundsOf: async (captureRef: string) => {
      const { rows } = await ctx().db.pool.query<{
        id: string;
        state: string;
        is_due_again: boolean;
      }>(
        `select r.id, r.state, r.retry_at is not null as is_due_again
          from refunds r join payment_attempts a on a.id = r.attempt_id
          where a.capture_ref = $1 order by r.created_at, r.id`,
        [captureRef],
      );
      return rows;
    },
    expectSoundBooks: async (captureRef: string): Promise<void> => {
      expect(await differencesOf(captureRef)).toEqual([]);
      expect(await checkLedger(ctx())).toEqual([]);
    },
  };
}
