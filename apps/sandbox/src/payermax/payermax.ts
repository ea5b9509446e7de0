import type { Account } from '../account.ts';
import type { Ctx } from '../sandbox.ts';
import type { Table } from '../store.ts';
import { createWebhooks, type Webhooks } from '../webhooks.ts';
import { signBytes } from '../sign.ts';
import { fieldsOf, parseJson } from '../shape.ts';
import { MERCHANTS } from './envelope.ts';
import { closeTrade, payLate, settleTrade } from './settle.ts';
import { finishRefund } from './refunds.ts';
import { openDispute } from './disputes.ts';
import type { Dispute, KeptCard, PaymentToken, Refund, Session, Trade } from './trade.ts';

export type Payermax = {
  /** The merchant of a call. */
  readonly account: Account;
  readonly ctx: Ctx;
  readonly sessions: Table<Session>;
  readonly tokens: Table<PaymentToken>;
  /** By `paymentTokenID`. */
  readonly kept: Table<KeptCard>;
  readonly trades: Table<Trade>;
  readonly refunds: Table<Refund>;
  readonly cases: Table<Dispute>;
  /** 3DS page → its pending trade. */
  readonly tradeOfChallenge: ReadonlyMap<string, string>;
  readonly tradeOfToken: ReadonlyMap<string, string>;
  readonly refundOfNumber: ReadonlyMap<string, string>;
  readonly webhooks: Webhooks;
};

/** The gateway's data and its timed jobs. */
export function createPayermax(ctx: Ctx): Payermax {
  const { store, jobs } = ctx;
  const tradeOfChallenge = new Map<string, string>();
  const tradeOfToken = new Map<string, string>();
  const refundOfNumber = new Map<string, string>();

  const payermax: Payermax = {
    account: 'first',
    ctx,
    tradeOfChallenge,
    tradeOfToken,
    refundOfNumber,
    sessions: store.table<Session>('payermax.session'),
    tokens: store.table<PaymentToken>('payermax.token'),
    kept: store.table<KeptCard>('payermax.kept'),
    trades: store.table<Trade>('payermax.trade', (id, trade, before) => {
      if (!trade || before) return;
      tradeOfToken.set(trade.tradeToken, id);
      if (trade.challengeId !== null) tradeOfChallenge.set(trade.challengeId, id);
    }),
    refunds: store.table<Refund>('payermax.refund', (id, refund) => {
      if (refund) refundOfNumber.set(refund.refundTradeNo, id);
    }),
    cases: store.table<Dispute>('payermax.case'),
    webhooks: createNotifications(ctx),
  };

  const { trades, refunds } = payermax;
  jobs.handleRow('payermax.settle', trades, (trade) =>
    settleTrade(payermax, trade, { paid: true }),
  );
  jobs.handleRow('payermax.late', trades, (trade) => payLate(payermax, trade));
  jobs.handleRow('payermax.close', trades, (trade) => closeTrade(payermax, trade));
  jobs.handleRow('payermax.refund', refunds, (refund) => finishRefund(payermax, refund));
  jobs.handleRow('payermax.dispute', trades, (trade) => openDispute(payermax, trade));
  return payermax;
}

const PAUSES_MS = [30, 300, 600, 3_600, 43_200].map((seconds) => seconds * 1_000);

/** Notifications: at most six deliveries, each with a new date and signature. */
function createNotifications(ctx: Ctx): Webhooks {
  return createWebhooks(ctx, {
    target: 'payermax',
    pausesMs: PAUSES_MS,
    dress: async (message) => {
      const { notifyType, code, msg, data, account } = fieldsOf(message);
      const { key, version } = ctx.keys.payermaxPlatform();
      const body = Buffer.from(
        JSON.stringify({
          code,
          msg,
          keyVersion: version,
          ...MERCHANTS[account === 'second' ? 'second' : 'first'],
          notifyTime: new Date().toISOString(),
          notifyType,
          data,
        }),
      );
      return { body, headers: { sign: await signBytes(body, key) } };
    },
    isAck: (status, body) => {
      const { code, msg, ...others } = fieldsOf(parseJson(body));
      const isExact = code === 'SUCCESS' && msg === 'Success' && Object.keys(others).length === 0;
      return status === 200 && isExact;
    },
  });
}
