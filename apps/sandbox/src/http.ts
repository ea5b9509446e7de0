import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './faults.ts';
import { fieldsOf, parseJson, textOf, type Fields } from './shape.ts';

/** Duration of a fault without an answer; every caller times out earlier. */
const SILENCE_MS = 30_000;
const SLOW_MS = 3_000;

/** Open sockets without an answer, closed when the sandbox stops. */
export type Silences = ReturnType<typeof createSilences>;

export function createSilences() {
  const held = new Map<Socket, NodeJS.Timeout>();
  const release = (socket: Socket): void => {
    clearTimeout(held.get(socket));
    held.delete(socket);
    socket.destroy();
  };
  return {
    keep: (reply: FastifyReply, ms: number = SILENCE_MS) => {
      reply.hijack();
      const socket = reply.raw.socket;
      if (!socket || socket.destroyed) return;
      const timer = setTimeout(() => release(socket), ms);
      held.set(socket, timer);
      socket.once('close', () => release(socket));
    },
    end: () => {
      for (const socket of held.keys()) release(socket);
    },
  };
}

/** Closes the connection without an answer. */
export function hangUp(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.socket?.destroy();
}

export function keepRawBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

export function rawBody(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

/** Fields of a JSON object or a form; of another body, none. */
export function readBody(request: FastifyRequest): Fields {
  const bytes = rawBody(request);
  return isFormPost(request)
    ? Object.fromEntries(new URLSearchParams(bytes.toString('utf8')))
    : fieldsOf(parseJson(bytes));
}

export function isFormPost(request: FastifyRequest): boolean {
  return header(request, 'content-type')?.startsWith('application/x-www-form-urlencoded') ?? false;
}

/** A parameter of the address. */
export function paramOf(request: FastifyRequest, name: string): string {
  return textOf(fieldsOf(request.params)[name]) ?? '';
}

export function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

export type Play = {
  /** Does the work and returns the answer; the fault decides whether it is sent. */
  readonly work: () => (() => unknown) | Promise<() => unknown>;
  readonly error: () => unknown;
};

/** Handles one call under its fault, if any. The call itself handles fault kinds of its own. */
export async function playCall(
  silences: Silences,
  fault: Fault | undefined,
  reply: FastifyReply,
  play: Play,
): Promise<unknown> {
  switch (fault?.kind) {
    case 'timeout':
      silences.keep(reply, fault.ms);
      return reply;
    case 'error':
      return play.error();
    case 'drop_answer':
      await play.work();
      hangUp(reply);
      return reply;
    case 'slow':
      await sleep(fault.ms ?? SLOW_MS);
      return (await play.work())();
    default:
      return (await play.work())();
  }
}
