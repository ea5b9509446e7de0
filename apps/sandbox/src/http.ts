import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './faults.ts';

/** A gateway that answers nothing keeps the line open this long; every caller gives up earlier. */
const SILENCE_MS = 30_000;
const SLOW_MS = 3_000;

/** Sockets we hold open without an answer, so that a stop need not wait for them. */
export type Silences = {
  readonly keep: (reply: FastifyReply, ms?: number) => void;
  readonly end: () => void;
};

export function createSilences(): Silences {
  const held = new Map<Socket, NodeJS.Timeout>();
  const release = (socket: Socket): void => {
    clearTimeout(held.get(socket));
    held.delete(socket);
    socket.destroy();
  };
  return {
    keep: (reply, ms = SILENCE_MS) => {
      reply.hijack();
      const socket = reply.raw.socket;
      if (!socket || socket.destroyed) return;
      held.set(
        socket,
        setTimeout(() => release(socket), ms),
      );
      socket.once('close', () => release(socket));
    },
    end: () => {
      for (const socket of held.keys()) release(socket);
    },
  };
}

/** Closes the line without a word. */
export function hangUp(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.socket?.destroy();
}

/** The bytes as they came: signatures are over bytes, never over what a parser made of them. */
export function keepRawBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

export function rawBody(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

export function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** What a call does when the world is well, and what it says when it is not. */
export type Play = {
  /** Does the work and returns how to answer; the fault decides whether the answer leaves. */
  readonly work: () => (() => unknown) | Promise<() => unknown>;
  readonly error: () => unknown;
};

/** Plays one call under the fault it met, if any. Kinds with a meaning of their own are the call's business. */
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
