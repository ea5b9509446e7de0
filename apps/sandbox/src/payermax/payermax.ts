import type { Ctx } from '../sandbox.ts';
import type { Table } from '../store.ts';
import type { Webhooks } from '../webhooks.ts';
import { createNotifications } from './notify.ts';
import { closeTrade, settleTrade } from './settle.ts';
import { finishRefund } from './refunds.ts';
import { openDispute } from './disputes.ts';
import type { Dispute, PaymentToken, Refund, Session, Trade } from './trade.ts';
import { fieldsOf, textOf } from '../shape.ts';

export type Payermax = {
  readonly ctx: Ctx;
  readonly sessions: Table<Session>;
  readonly tokens: Table<PaymentToken>;
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
    ctx,
    tradeOfChallenge,
    tradeOfToken,
    refundOfNumber,
    sessions: store.table<Session>('payermax.session'),
    tokens: store.table<PaymentToken>('payermax.token'),
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

  jobs.handle('payermax.settle', (job) => {
    const trade = payermax.trades.get(idOf(job.payload));
    store.commit([
      jobs.remove(job.id),
      ...(trade ? settleTrade(payermax, trade, { paid: true }) : []),
    ]);
  });
  jobs.handle('payermax.close', (job) => {
    const trade = payermax.trades.get(idOf(job.payload));
    store.commit([jobs.remove(job.id), ...(trade ? closeTrade(payermax, trade) : [])]);
  });
  jobs.handle('payermax.refund', (job) => {
    const refund = payermax.refunds.get(idOf(job.payload));
    store.commit([jobs.remove(job.id), ...(refund ? finishRefund(payermax, refund) : [])]);
  });
  jobs.handle('payermax.dispute', (job) => {
    const trade = payermax.trades.get(idOf(job.payload));
    store.commit([jobs.remove(job.id), ...(trade ? openDispute(payermax, trade) : [])]);
  });
  return payermax;
}

function idOf(payload: unknown): string {
  return textOf(fieldsOf(payload)['id']) ?? '';
}
