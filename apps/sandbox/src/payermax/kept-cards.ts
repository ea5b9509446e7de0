import { accountOf } from '../account.ts';
import type { FastifyInstance } from 'fastify';
import { paramOf, readBody } from '../http.ts';
import { textOf, type Fields } from '../shape.ts';
import { paramsInvalid, success, type Answer } from './answer.ts';
import { isText } from './fields.ts';
import { cardFields, changeCard } from './keep-card.ts';
import type { Payermax } from './payermax.ts';

/** A user's kept cards; another user's token is none of them. */
export function inquirePaymentToken(payermax: Payermax, data: Fields): Answer {
  const { userId, tokenScope, paymentTokenID } = data;
  if (!isText(userId, 64) || tokenScope !== 'tokenAcq')
    return paramsInvalid('userId or tokenScope is missing or has a wrong form.');
  const found = [...payermax.kept.rows.values()].filter(
    (each) =>
      each.userId === userId &&
      accountOf(each) === payermax.account &&
      (paymentTokenID === undefined || each.paymentTokenID === paymentTokenID),
  );
  return success({ tokenList: found.length === 0 ? null : found.map(cardFields) });
}

export function removePaymentToken(payermax: Payermax, data: Fields): Answer {
  const { userId } = data;
  const kept = payermax.kept.get(textOf(data['paymentTokenID']) ?? '');
  if (!kept || kept.userId !== userId || accountOf(kept) !== payermax.account)
    return paramsInvalid('paymentTokenID does not exist.');
  if (kept.status !== 'Deleted') payermax.ctx.store.commit(changeCard(payermax, kept, 'Deleted'));
  const { paymentTokenID } = kept;
  return success({ userId, paymentTokenID, paymentTokenStatus: 'Deleted' });
}

/** Sandbox controls, not part of PayerMax: the issuer or the payer ends a kept card. */
export function serveKeptCards(app: FastifyInstance, payermax: Payermax): void {
  app.get('/payermax/kept/:user', (request) => ({
    cards: [...payermax.kept.rows.values()]
      .filter(({ userId }) => userId === paramOf(request, 'user'))
      .map(cardFields),
  }));

  app.post('/payermax/kept/:user/:token', (request, reply) => {
    const kept = payermax.kept.get(paramOf(request, 'token'));
    if (!kept || kept.userId !== paramOf(request, 'user'))
      return reply.code(404).send({ error: 'no such card' });
    const status = readBody(request)['status'];
    if (status !== 'Expired' && status !== 'Deleted')
      return reply.code(400).send({ error: 'status must be Expired or Deleted' });
    payermax.ctx.store.commit(changeCard(payermax, kept, status));
    return cardFields({ ...kept, status });
  });
}
