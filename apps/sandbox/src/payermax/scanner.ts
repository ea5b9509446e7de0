import type { FastifyInstance } from 'fastify';
import { fieldsOf, textOf } from '../shape.ts';
import { sendPage } from '../pages.ts';
import type { Payermax } from './payermax.ts';
import { idOfText } from './qr-text.ts';

/** The scanner of a banking app: it takes the text of a QR code, and opens its payment. */
export function serveScanner(app: FastifyInstance, payermax: Payermax): void {
  app.get('/payermax/scan', (request, reply) => {
    const text = textOf(fieldsOf(request.query)['text']) ?? '';
    if (text === '') return sendPage(reply, 'scan.html', {});
    const id = idOfText(text);
    if (id === null || !payermax.tradeOfChallenge.has(id)) {
      return reply.code(404).send({ error: 'no such code' });
    }
    return reply.redirect(`/payermax/local/${id}`, 303);
  });
}
