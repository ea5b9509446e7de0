import type { FastifyInstance } from 'fastify';
import { paramOf, readBody } from '../http.ts';
import { CASE_ENDS, closeDispute } from './disputes.ts';
import type { Payermax } from './payermax.ts';
import { DECLINED, settleTrade, tradeIdOf } from './settle.ts';

/** Sandbox controls, not part of PayerMax: the bank decides a pending payment or a dispute. */
export function serveBank(app: FastifyInstance, payermax: Payermax): void {
  app.post('/payermax/bank/:out_trade_no', (request, reply) => {
    const id = tradeIdOf(paramOf(request, 'out_trade_no'));
    const trade = payermax.trades.get(id);
    if (!trade) return reply.code(404).send({ error: 'no such payment' });
    const result = readBody(request)['result'];
    if (result !== 'approve' && result !== 'reject') {
      return reply.code(400).send({ error: 'result must be approve or reject' });
    }
    const changes = settleTrade(payermax, trade, result === 'approve' ? { paid: true } : DECLINED);
    if (changes.length === 0) return reply.code(409).send({ error: 'the payment is final' });
    payermax.ctx.store.commit(changes);
    const { outTradeNo, status } = payermax.trades.get(id) ?? trade;
    return { outTradeNo, status };
  });

  app.get('/payermax/cases', () => ({ cases: [...payermax.cases.rows.values()] }));

  app.post('/payermax/cases/:case_id', (request, reply) => {
    const dispute = payermax.cases.get(paramOf(request, 'case_id'));
    if (!dispute) return reply.code(404).send({ error: 'no such case' });
    const body = readBody(request);
    const end = CASE_ENDS.find((known) => known === body['result']);
    if (!end)
      return reply.code(400).send({ error: `result must be one of ${CASE_ENDS.join(', ')}` });
    const changes = closeDispute(payermax, dispute, end);
    if (changes.length === 0) return reply.code(409).send({ error: 'the case is closed' });
    payermax.ctx.store.commit(changes);
    return payermax.cases.get(dispute.caseId);
  });
}
