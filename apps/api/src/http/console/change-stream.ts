import type { ServerResponse } from 'node:http';
import type { ConsoleInput } from '@webpay/contract/console/calls';
import { change as changeShape, type Change } from '@webpay/contract/console/change-calls';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Ctx } from '../../context.ts';
import { createWatcher, rightsOf, type Place } from '../../domain/console/changes/watcher.ts';
import { knownScopeOf } from '../../domain/console/scope.ts';
import type { Operator } from '../../domain/operators/operator.ts';
import { ProblemError } from './problem.ts';

/** Streams of one operator: a browser has six connections to a host, and its calls need some of them. */
const MAX_OF_OPERATOR = 4;
/** Streams of this process. */
const MAX_IN_ALL = 200;
/** A page that reads nothing must not fill the memory. */
const MAX_UNREAD_BYTES = 64 * 1024;
const RETRY_S = 30;

export type ChangeStreams = {
  /** Answers with a stream. @throws ProblemError 429 or 503 before the first byte */
  readonly open: (
    request: FastifyRequest,
    reply: FastifyReply,
    operator: Operator,
    input: ConsoleInput<'changes'>,
  ) => void;
  /** Ends all streams, and refuses further ones. */
  readonly close: () => void;
};

/** Server-sent events of what changed, from one watcher for all operators. */
export function createChangeStreams(ctx: Ctx): ChangeStreams {
  const watcher = createWatcher(ctx);
  const open = new Map<string, number>();
  let isClosed = false;
  const total = (): number => [...open.values()].reduce((sum, count) => sum + count, 0);
  return {
    open: (request, reply, operator, { project }) => {
      if (isClosed) throw refusal(503, 'stopping', 'This console stops. The page asks again.');
      const ofOperator = open.get(operator.id) ?? 0;
      if (ofOperator >= MAX_OF_OPERATOR || total() >= MAX_IN_ALL) {
        throw refusal(429, 'too_many_streams', 'Too many pages listen. This one asks by itself.');
      }
      const raw = begin(reply);
      // Left while its session was looked up: its end was told already.
      if (request.raw.destroyed || raw.destroyed) return;
      open.set(operator.id, ofOperator + 1);
      const leave = watcher.join(
        {
          sessionId: operator.sessionId,
          rights: rightsOf(operator),
          projects: knownScopeOf(ctx, operator, project),
          tell: (change, place) => send(raw, change, place),
          end: () => raw.end(),
        },
        placeIn(request.headers['last-event-id']),
      );
      raw.once('close', () => {
        leave();
        const left = (open.get(operator.id) ?? 1) - 1;
        if (left === 0) open.delete(operator.id);
        else open.set(operator.id, left);
      });
    },
    close: () => {
      isClosed = true;
      watcher.close();
    },
  };
}

function refusal(status: number, code: string, detail: string): ProblemError {
  return new ProblemError({ status, code, detail, retryAfterS: RETRY_S });
}

/** Takes the answer from Fastify; its headers stay. Proxies must not collect the events. */
function begin(reply: FastifyReply): ServerResponse {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    ...Object.fromEntries(
      Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined),
    ),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  raw.write('retry: 2000\n\n');
  return raw;
}

/** Only what the shape describes leaves. */
function send(raw: ServerResponse, change: Change, { eventId, auditId }: Place): void {
  if (raw.writableLength > MAX_UNREAD_BYTES) {
    raw.destroy();
    return;
  }
  const data = JSON.stringify(v.parse(changeShape, change));
  raw.write(`id: ${eventId}.${auditId}\ndata: ${data}\n\n`);
}

function placeIn(header: string | readonly string[] | undefined): Place | null {
  const [, eventId, auditId] = /^(\d{1,15})\.(\d{1,15})$/.exec(String(header ?? '')) ?? [];
  if (eventId === undefined || auditId === undefined) return null;
  return { eventId: Number(eventId), auditId: Number(auditId) };
}
