import type { FastifyInstance, FastifyReply } from 'fastify';
import { toBuffer } from 'qrcode';
import { isFormPost, readBody } from '../http.ts';
import { escapeHtml, sendPage } from '../pages.ts';
import type { Change } from '../store.ts';
import { findTrade, returnUrl, showAmount } from './challenge.ts';
import type { LocalMethod } from './local-methods.ts';
import type { Payermax } from './payermax.ts';
import { closeTrade, closingJob, DECLINED, NO_BALANCE, settleTrade, tradeIdOf } from './settle.ts';
import type { Trade, TradeStatus } from './trade.ts';

/** The payer's acts on a local method's page; the README lists them. */
const RESULTS = [
  'approve',
  'reject',
  'no_balance',
  'leave',
  'approve_and_stay',
  'approve_slowly',
  'approve_late',
  'approve_other_sum',
  'expire',
] as const;
type Result = (typeof RESULTS)[number];

/** After these the payer stays, and never comes back to the shop. */
const STAYS: ReadonlySet<Result> = new Set(['approve_and_stay', 'approve_late']);
const DECIDES_AFTER_MS = 3_000;

export type LocalTrade = Trade & { readonly local: LocalMethod };

/** The page of a wallet or a bank, where the payer confirms a local method or a scanned code; never shown in a frame. */
export function serveLocalPages(app: FastifyInstance, payermax: Payermax): void {
  app.get('/payermax/local/:id', (request, reply) => {
    const trade = findTrade(payermax, request);
    if (!isLocal(trade) || trade.local.voucher)
      return reply.code(404).send({ error: 'no such payment' });
    if (trade.status !== 'PENDING') return sendOver(reply, trade);
    return sendPage(reply, 'local.html', {
      name: escapeHtml(trade.local.name),
      place: trade.local.place,
      amount: escapeHtml(showAmount(trade)),
      subject: escapeHtml(trade.subject),
    });
  });

  app.get('/payermax/qr/:id', async (request, reply) => {
    const trade = findTrade(payermax, request);
    if (!isLocal(trade) || !trade.local.hasPicture)
      return reply.code(404).send({ error: 'no such payment' });
    const text = `${payermax.ctx.publicUrl()}/payermax/local/${trade.challengeId}`;
    const png = await toBuffer(text, { margin: 4, width: 480 });
    return reply.type('image/png').header('cross-origin-resource-policy', 'cross-origin').send(png);
  });

  app.post('/payermax/local/:id', (request, reply) => {
    const trade = findTrade(payermax, request);
    if (!isLocal(trade) || trade.local.voucher)
      return reply.code(404).send({ error: 'no such payment' });
    const given = readBody(request)['result'];
    const result = RESULTS.find((each) => each === given);
    if (result === undefined) {
      return reply.code(400).send({ error: `result must be one of ${RESULTS.join(', ')}` });
    }
    const isOpen = trade.status === 'PENDING';
    if (isOpen) payermax.ctx.store.commit(changesOf(payermax, trade, result));
    const now = payermax.trades.get(tradeIdOf(trade.outTradeNo)) ?? trade;
    if (!isFormPost(request)) {
      const { outTradeNo, tradeToken, status } = now;
      const answer = { outTradeNo, tradeToken, status, returnUrl: returnUrl(now) };
      return reply.code(isOpen ? 200 : 409).send(answer);
    }
    // A code is paid on another device, which the shop's page is not on.
    return isLocal(now) && (STAYS.has(result) || now.local.qr)
      ? sendOver(reply, now)
      : reply.redirect(returnUrl(now), 303);
  });
}

export function changesOf(payermax: Payermax, trade: LocalTrade, result: Result): Change[] {
  const { jobs } = payermax.ctx;
  const id = tradeIdOf(trade.outTradeNo);
  const later = (kind: string) => jobs.add(kind, Date.now() + DECIDES_AFTER_MS, { id });
  switch (result) {
    case 'approve':
    case 'approve_and_stay':
      return settleTrade(payermax, trade, { paid: true });
    case 'reject':
      return settleTrade(payermax, trade, DECLINED);
    case 'no_balance':
      return settleTrade(payermax, trade, NO_BALANCE);
    case 'leave':
      return [];
    case 'approve_slowly':
      return [later('payermax.settle')];
    case 'approve_late':
      return [...closeTrade(payermax, trade), jobs.remove(closingJob(id)), later('payermax.late')];
    case 'approve_other_sum':
      return settleTrade(
        payermax,
        { ...trade, totalAmount: trade.totalAmount + 1 },
        { paid: true },
      );
    case 'expire':
      return [...closeTrade(payermax, trade), jobs.remove(closingJob(id))];
  }
}

export function isLocal(trade: Trade | undefined): trade is LocalTrade {
  return trade !== undefined && trade.local !== null;
}

const HEADLINES: Readonly<Record<TradeStatus, string>> = {
  SUCCESS: 'Paid',
  FAILED: 'Not paid',
  PENDING: 'This payment waits',
  CLOSED: 'This payment is over',
};

export function sendOver(reply: FastifyReply, trade: LocalTrade): FastifyReply {
  return sendPage(reply, 'local-over.html', {
    name: escapeHtml(trade.local.name),
    headline: HEADLINES[trade.status],
    back: escapeHtml(returnUrl(trade)),
  });
}
