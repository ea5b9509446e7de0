import type { FastifyInstance } from 'fastify';
import { isFormPost, paramOf, readBody } from '../http.ts';
import { escapeHtml, sendPage } from '../pages.ts';
import { fieldsOf, textOf } from '../shape.ts';
import { findTrade, returnUrl, showAmount } from './challenge.ts';
import { changesOf, isLocal, sendOver } from './local-page.ts';
import type { Payermax } from './payermax.ts';
import { tradeIdOf } from './settle.ts';

/** The acts at the desk; the README lists them. The payer never comes back to the shop by itself. */
const ACTS = {
  pay: 'approve_and_stay',
  pay_slowly: 'approve_slowly',
  pay_late: 'approve_late',
  pay_other_sum: 'approve_other_sum',
  expire: 'expire',
} as const;
const isAct = (given: unknown): given is keyof typeof ACTS =>
  typeof given === 'string' && Object.hasOwn(ACTS, given);

/** The desk of a shop or the form of a bank, which takes the number of a voucher. */
export function serveCashDesk(app: FastifyInstance, payermax: Payermax): void {
  app.get('/payermax/desk', (request, reply) => {
    const code = (textOf(fieldsOf(request.query)['code']) ?? '').replaceAll(/\D/g, '').slice(0, 64);
    return code === ''
      ? sendPage(reply, 'desk.html', {})
      : reply.redirect(`/payermax/desk/${code}`, 303);
  });

  app.get('/payermax/desk/:id', (request, reply) => {
    const trade = findTrade(payermax, request);
    if (!isLocal(trade) || !trade.local.voucher) {
      return reply.code(404).send({ error: 'no such code' });
    }
    if (trade.status !== 'PENDING') return sendOver(reply, trade);
    return sendPage(reply, 'desk-code.html', {
      name: escapeHtml(trade.local.name),
      place: trade.local.place,
      code: paramOf(request, 'id'),
      amount: escapeHtml(showAmount(trade)),
      subject: escapeHtml(trade.subject),
    });
  });

  app.post('/payermax/desk/:id', (request, reply) => {
    const trade = findTrade(payermax, request);
    if (!isLocal(trade) || !trade.local.voucher) {
      return reply.code(404).send({ error: 'no such code' });
    }
    const { result } = readBody(request);
    if (!isAct(result)) {
      return reply
        .code(400)
        .send({ error: `result must be one of ${Object.keys(ACTS).join(', ')}` });
    }
    // A paid or ended code is not taken again.
    const isOpen = trade.status === 'PENDING';
    if (isOpen) payermax.ctx.store.commit(changesOf(payermax, trade, ACTS[result]));
    const now = payermax.trades.get(tradeIdOf(trade.outTradeNo)) ?? trade;
    if (isFormPost(request) && isLocal(now)) return sendOver(reply, now);
    const { outTradeNo, tradeToken, status } = now;
    const answer = { outTradeNo, tradeToken, status, returnUrl: returnUrl(now) };
    return reply.code(isOpen ? 200 : 409).send(answer);
  });
}
