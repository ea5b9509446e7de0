import { accountOf, type OfAccount } from './account.ts';
import { fieldsOf } from './shape.ts';
import type { FastifyInstance } from 'fastify';
import type { Houses } from './sandbox.ts';
import { toDecimal, toMinor } from './money.ts';
import type { Trade } from './payermax/trade.ts';

type CaptureState = 'captured' | 'refunded' | 'disputed';

/** Facts of one account at gateways, and of games, for a comparison with the shop's ledger. */
export function serveStatement(app: FastifyInstance, { mailbox, payermax, paypal }: Houses): void {
  app.get('/statement', (request, reply) => {
    const asked = fieldsOf(request.query)['account'] === 'second' ? 'second' : 'first';
    const isOwn = (row: OfAccount): boolean => accountOf(row) === asked;
    const cards = [...payermax.trades.rows.values()].filter(
      (trade) => isOwn(trade) && trade.status === 'SUCCESS',
    );
    const wallets = [...paypal.captures.rows.values()].filter(
      (capture) => isOwn(capture) && isMoneyIn(capture.status),
    );
    return reply.header('cache-control', 'no-store').send({
      captures: [
        ...cards.map((trade) => ({
          provider: 'payermax',
          id: trade.tradeToken,
          out_trade_no: trade.outTradeNo,
          amount: decimalOf(trade.totalAmount, trade.currency),
          currency: trade.currency,
          state: stateOfTrade(trade),
          at: trade.completedAt ?? trade.createdAt,
        })),
        ...wallets.map((capture) => ({
          provider: 'paypal',
          id: capture.id,
          out_trade_no: capture.invoiceId,
          amount: decimalOf(capture.value, capture.currency),
          currency: capture.currency,
          state: capture.isDisputed
            ? 'disputed'
            : capture.status === 'REFUNDED'
              ? 'refunded'
              : 'captured',
          at: capture.completedAt ?? capture.createdAt,
        })),
      ].sort((a, b) => a.at - b.at),
      refunds: [
        ...[...payermax.refunds.rows.values()]
          .filter((refund) => isOwn(refund) && refund.status === 'REFUND_SUCCESS')
          .map((refund) => ({
            provider: 'payermax',
            id: refund.refundTradeNo,
            out_refund_no: refund.outRefundNo,
            out_trade_no: refund.outTradeNo,
            amount: decimalOf(refund.refundAmount, refund.refundCurrency),
            currency: refund.refundCurrency,
            at: refund.finishedAt ?? refund.createdAt,
          })),
        ...[...paypal.refunds.rows.values()]
          .filter((refund) => isOwn(refund) && refund.status === 'COMPLETED')
          .map((refund) => ({
            provider: 'paypal',
            id: refund.id,
            out_refund_no: refund.invoiceId,
            out_trade_no: paypal.captures.get(refund.captureId)?.invoiceId ?? null,
            amount: decimalOf(refund.value, refund.currency),
            currency: refund.currency,
            at: refund.createdAt,
          })),
      ].sort((a, b) => a.at - b.at),
      mails: mailbox.countDeliveries(),
    });
  });
}

function isMoneyIn(status: string): boolean {
  return status === 'COMPLETED' || status === 'PARTIALLY_REFUNDED' || status === 'REFUNDED';
}

function stateOfTrade(trade: Trade): CaptureState {
  if (trade.caseState === 'open' || trade.caseState === 'lost') return 'disputed';
  const captured = toMinor(trade.totalAmount, trade.currency) ?? 0;
  return trade.refundedMinor >= captured ? 'refunded' : 'captured';
}

function decimalOf(amount: number | string, currency: string): string {
  return toDecimal(toMinor(amount, currency) ?? 0, currency);
}
