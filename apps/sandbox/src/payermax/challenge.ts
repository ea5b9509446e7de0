import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isFormPost, paramOf, readBody } from '../http.ts';
import { escapeHtml, sendPage } from '../pages.ts';
import { exponentOf } from '../money.ts';
import { fieldsOf, type Fields } from '../shape.ts';
import type { Payermax } from './payermax.ts';
import { settleTrade, verdictAfterChallenge } from './settle.ts';
import type { Trade, TradeStatus } from './trade.ts';

/** The bank's own page, never shown in a frame. */
export function serveChallenges(app: FastifyInstance, payermax: Payermax): void {
  app.get('/payermax/3ds/:id', (request, reply) => {
    const trade = findTrade(payermax, request);
    if (!trade?.card) return reply.code(404).send({ error: 'no such challenge' });
    const isPopup = fieldsOf(request.query)['popup'] === '1';
    if (trade.status !== 'PENDING') return sendOver(reply, trade, isPopup);
    return sendPage(reply, '3ds.html', {
      amount: escapeHtml(showAmount(trade)),
      subject: escapeHtml(trade.subject),
      card: escapeHtml(`${trade.card?.org} •••• ${trade.card?.last4}`),
      popup: isPopup ? '1' : '',
    });
  });

  app.post('/payermax/3ds/:id', (request, reply) => {
    const trade = findTrade(payermax, request);
    if (!trade?.card) return reply.code(404).send({ error: 'no such challenge' });
    const body = readBody(request);
    const isForm = isFormPost(request);
    const result = answerChallenge(payermax, trade, body);
    if (typeof result === 'string') return reply.code(400).send({ error: result });
    if (!isForm) return reply.code(trade.status === 'PENDING' ? 200 : 409).send(shape(result));
    return body['popup'] === '1'
      ? sendOver(reply, result, true)
      : reply.redirect(returnUrl(result), 303);
  });
}

function answerChallenge(payermax: Payermax, trade: Trade, body: Fields): Trade | string {
  const { result } = body;
  if (result !== 'approve' && result !== 'reject') return 'result must be approve or reject';
  if (trade.status === 'PENDING') {
    const verdict = verdictAfterChallenge(trade.card?.outcome ?? 'challenge', result === 'approve');
    payermax.ctx.store.commit(settleTrade(payermax, trade, verdict));
  }
  return payermax.trades.get(trade.outTradeNo.toLowerCase()) ?? trade;
}

/** The trade of a page where a payer confirms. */
export function findTrade(payermax: Payermax, request: FastifyRequest): Trade | undefined {
  return payermax.trades.get(payermax.tradeOfChallenge.get(paramOf(request, 'id')) ?? '');
}

const HEADLINES: Readonly<Record<TradeStatus, string>> = {
  SUCCESS: 'Confirmed',
  FAILED: 'Not confirmed',
  PENDING: 'This confirmation is over',
  CLOSED: 'This confirmation is over',
};

function sendOver(reply: FastifyReply, trade: Trade, isPopup: boolean): FastifyReply {
  return sendPage(reply, '3ds-done.html', {
    headline: HEADLINES[trade.status],
    back: escapeHtml(returnUrl(trade)),
    popup: isPopup ? '1' : '',
  });
}

/** PayerMax appends its state; a shop should query instead of trusting it. */
export function returnUrl(trade: Trade): string {
  const url = new URL(trade.frontCallbackUrl);
  url.searchParams.set('outTradeNo', trade.outTradeNo);
  url.searchParams.set('tradeToken', trade.tradeToken);
  url.searchParams.set('status', trade.status);
  return url.href;
}

function shape(trade: Trade): unknown {
  const { outTradeNo, tradeToken, status } = trade;
  return { outTradeNo, tradeToken, status, returnUrl: returnUrl(trade) };
}

export function showAmount({ totalAmount, currency }: Trade): string {
  return `${totalAmount.toFixed(exponentOf(currency))} ${currency}`;
}
