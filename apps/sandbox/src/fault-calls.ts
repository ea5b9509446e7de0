import type { FastifyInstance } from 'fastify';
import type { Faults } from './faults.ts';
import { rawBody } from './http.ts';
import { parseJson } from './shape.ts';

export function serveFaults(app: FastifyInstance, faults: Faults): void {
  app.post('/faults', (request, reply) => {
    const fault = faults.read(parseJson(rawBody(request)));
    if (typeof fault === 'string') return reply.code(400).send({ error: fault });
    faults.add(fault);
    return reply.code(201).send(fault);
  });
  app.get('/faults', () => ({ faults: faults.list() }));
  app.delete('/faults', () => ({ cleared: faults.clear() }));
}
