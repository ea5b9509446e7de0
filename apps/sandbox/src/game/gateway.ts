import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../sandbox.ts';
import type { Game } from '../catalogue.ts';
import type { Fault } from '../faults.ts';
import { header, playCall, rawBody } from '../http.ts';
import { fieldsOf, textOf } from '../shape.ts';
import { findCharacter, findGame } from './characters.ts';
import { openEnvelope } from './envelope.ts';
import { readLetter } from './letter.ts';
import type { Mailbox, Recipient } from './mailbox.ts';

type Answer = { readonly code: number; readonly result: unknown };

/** The games' calls: character look-up and mail. */
export function serveGame(app: FastifyInstance, ctx: Ctx, mailbox: Mailbox): void {
  app.post('/game/:game_id/role', (request, reply) =>
    call(ctx, mailbox, 'role', request, reply, (to, game) => lookUp(game, to)),
  );
  app.post('/game/:game_id/mail', (request, reply) =>
    call(ctx, mailbox, 'mail', request, reply, (to, game, params) => {
      const there = lookUp(game, to);
      if (there.code !== 200) return there;
      const letter = readLetter(to, params.slice(2));
      if (!letter) return { code: 422, result: null };
      return { code: 200, result: { mail_id: mailbox.put(letter).mail_id } };
    }),
  );
}

type Work = (to: Recipient, game: Game, params: readonly unknown[]) => Answer;

async function call(
  ctx: Ctx,
  mailbox: Mailbox,
  op: 'role' | 'mail',
  request: FastifyRequest,
  reply: FastifyReply,
  work: Work,
): Promise<unknown> {
  const game = findGame(ctx.catalogue, textOf(fieldsOf(request.params)['game_id']));
  if (!game) return reply.code(400).send({ code: 400, result: { message: 'no such game' } });
  const params = openEnvelope(game, rawBody(request), header(request, 'x-signature'));
  if (typeof params === 'string') {
    return reply.code(401).send({ code: 401, result: { message: params } });
  }
  const fault = ctx.faults.meetCall('game', op);
  return playCall(ctx.silences, fault, reply, {
    error: () => reply.code(500).send({ code: 500, result: null }),
    work: () => {
      // A delivered mail is accepted again when it is repeated.
      const isGiven = op === 'mail' && mailbox.has(game.gameId, params[2]);
      const trouble = isGiven && fault?.kind === 'reject' ? undefined : troubleOf(fault);
      const answer = trouble ?? answerFor(game, params, work);
      return () => reply.send(answer);
    },
  });
}

function answerFor(game: Game, params: readonly unknown[], work: Work): Answer {
  const [server, cid] = params;
  const serverId = typeof server === 'number' ? String(server) : server;
  if (typeof serverId !== 'string' || typeof cid !== 'string') return { code: 422, result: null };
  return work({ game_id: game.gameId, server_id: serverId, cid }, game, params);
}

function lookUp(game: Game, { server_id, cid }: Recipient): Answer {
  const found = findCharacter(game, server_id, cid);
  switch (found.kind) {
    case 'character':
      return { code: 200, result: { server_id, cid, ...found.character } };
    case 'elsewhere':
      return { code: 409, result: { game_id: found.gameId } };
    case 'maintenance':
      return { code: 503, result: null };
    case 'none':
      return { code: 404, result: null };
  }
}

function troubleOf(fault: Fault | undefined): Answer | undefined {
  switch (fault?.kind) {
    case 'mailbox_full':
      return { code: 423, result: null };
    case 'maintenance':
      return { code: 503, result: null };
    case 'reject':
      return { code: 422, result: null };
    default:
      return undefined;
  }
}
