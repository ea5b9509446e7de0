import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallOp } from '../faults.ts';
import { header, playCall, rawBody, readBody } from '../http.ts';
import { fieldsOf, type Fields } from '../shape.ts';
import { signBytes } from '../sign.ts';
import { SILENCE, SYSTEM_ERROR, type Answer } from './answer.ts';
import { serveBank } from './bank-calls.ts';
import { serveCashDesk } from './cash-desk.ts';
import { serveLocalPages } from './local-page.ts';
import { serveChallenges } from './challenge.ts';
import { openRequest } from './envelope.ts';
import { inquirePaymentToken, removePaymentToken, serveKeptCards } from './kept-cards.ts';
import { orderAndPay } from './order-and-pay.ts';
import { orderQuery } from './order-query.ts';
import type { Payermax } from './payermax.ts';
import { servePayinFiles } from './payin-file.ts';
import { refund, refundQuery } from './refunds.ts';
import { serveScanner } from './scanner.ts';
import { applyDropinSession, asksToKeep, tokenise } from './sessions.ts';

type Call = {
  readonly op: CallOp;
  readonly work: (payermax: Payermax, data: Fields, isRejected: boolean) => Answer | typeof SILENCE;
};

const CALLS: Readonly<Record<string, Call>> = {
  applyDropinSession: { op: 'session', work: applyDropinSession },
  orderAndPay: { op: 'order', work: orderAndPay },
  orderQuery: { op: 'query', work: orderQuery },
  refund: { op: 'refund', work: refund },
  refundQuery: { op: 'query', work: refundQuery },
  inquirePaymentToken: { op: 'token', work: inquirePaymentToken },
  removePaymentToken: { op: 'token', work: removePaymentToken },
};

/** The real paths, and the same without PayerMax's long prefix. */
const PREFIXES = ['/payermax/aggregate-pay/api/gateway', '/payermax'];

export function servePayermax(app: FastifyInstance, payermax: Payermax): void {
  servePayinFiles(app, payermax);
  for (const [name, call] of Object.entries(CALLS)) {
    for (const prefix of PREFIXES) {
      app.post(`${prefix}/${name}`, (request, reply) => answerCall(payermax, call, request, reply));
    }
  }
  app.post('/payermax/dropin/token', (request, reply) => {
    const body = readBody(request);
    const result = tokenise(payermax, fieldsOf(body));
    if ('refused' in result)
      return reply.code(400).send({ code: 'PARAMS_INVALID', ...result.refused });
    const { token, card, isAgreed } = result;
    return reply.header('cache-control', 'no-store').send({
      paymentToken: token,
      ...(isAgreed !== undefined && { agreementAccepted: isAgreed }),
      cardOrg: card.org,
      maskCardNumber: card.masked,
      cardBinNo: card.bin,
      cardHolderFullName: card.holder,
      cardExpirationMonth: card.expiryMonth,
      cardExpirationYear: card.expiryYear,
    });
  });
  app.post('/payermax/dropin/session', (request, reply) =>
    reply.header('cache-control', 'no-store').send({
      tokenForFutureUse: asksToKeep(payermax, fieldsOf(readBody(request))),
    }),
  );
  serveKeptCards(app, payermax);
  serveBank(app, payermax);
  serveChallenges(app, payermax);
  serveLocalPages(app, payermax);
  serveCashDesk(app, payermax);
  serveScanner(app, payermax);
}

async function answerCall(
  payermax: Payermax,
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { ctx } = payermax;
  const send = (answer: Answer): Promise<unknown> => sendSigned(payermax, reply, answer);
  const merchants = ctx.keys.payermaxMerchants();
  const opened = openRequest(rawBody(request), header(request, 'sign'), merchants);
  if ('refused' in opened) return send(opened.refused);
  const fault = ctx.faults.meetCall('payermax', call.op);
  return playCall(ctx.silences, fault, reply, {
    error: () => send(SYSTEM_ERROR),
    work: () => {
      const called = { ...payermax, account: opened.account };
      const answer = call.work(called, opened.data, fault?.kind === 'reject');
      if (answer !== SILENCE) return () => send(answer);
      return () => {
        ctx.silences.keep(reply);
        return reply;
      };
    },
  });
}

/** Errors are signed like answers: HTTP 200 is the only status PayerMax documents. */
async function sendSigned(
  payermax: Payermax,
  reply: FastifyReply,
  answer: Answer,
): Promise<unknown> {
  const body = Buffer.from(JSON.stringify(answer));
  const signature = await signBytes(body, payermax.ctx.keys.payermaxPlatform().key);
  return reply.header('sign', signature).type('application/json').send(body);
}
