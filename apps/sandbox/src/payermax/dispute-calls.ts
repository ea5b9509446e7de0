import type { FastifyInstance } from 'fastify';
import { header, rawBody } from '../http.ts';
import { fieldsOf, readBody, textOf } from '../shape.ts';
import { CASE_ENDS, closeDispute } from './disputes.ts';
import type { Payermax } from './payermax.ts';

/** Sandbox control, not part of PayerMax: the bank's decision about a dispute. */
export function serveDisputes(app: FastifyInstance, payermax: Payermax): void {
  app.get('/payermax/cases', () => ({ cases: [...payermax.cases.rows.values()] }));

  app.post('/payermax/cases/:case_id', (request, reply) => {
    const dispute = payermax.cases.get(textOf(fieldsOf(request.params)['case_id']) ?? '');
    if (!dispute) return reply.code(404).send({ error: 'no such case' });
    const body = readBody(rawBody(request), header(request, 'content-type'));
    const end = CASE_ENDS.find((known) => known === body?.['result']);
    if (!end)
      return reply.code(400).send({ error: `result must be one of ${CASE_ENDS.join(', ')}` });
    const changes = closeDispute(payermax, dispute, end);
    if (changes.length === 0) return reply.code(409).send({ error: 'the case is closed' });
    payermax.ctx.store.commit(changes);
    return payermax.cases.get(dispute.caseId);
  });
}
