import type { FastifyInstance } from 'fastify';
import { header, rawBody } from '../http.ts';
import { fieldsOf, readBody, textOf } from '../shape.ts';
import type { Payermax } from './payermax.ts';
import { DECLINED, settleTrade, tradeIdOf } from './settle.ts';

/** Sandbox control, not part of PayerMax: the bank's decision about a pending payment. */
export function serveBank(app: FastifyInstance, payermax: Payermax): void {
  app.post('/payermax/bank/:out_trade_no', (request, reply) => {
    const id = tradeIdOf(textOf(fieldsOf(request.params)['out_trade_no']) ?? '');
    const trade = payermax.trades.get(id);
    if (!trade) return reply.code(404).send({ error: 'no such payment' });
    const result = readBody(rawBody(request), header(request, 'content-type'))?.['result'];
    if (result !== 'approve' && result !== 'reject') {
      return reply.code(400).send({ error: 'result must be approve or reject' });
    }
    const changes = settleTrade(payermax, trade, result === 'approve' ? { paid: true } : DECLINED);
    if (changes.length === 0) return reply.code(409).send({ error: 'the payment is final' });
    payermax.ctx.store.commit(changes);
    const { outTradeNo, status } = payermax.trades.get(id) ?? trade;
    return { outTradeNo, status };
  });
}
