import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../sandbox.ts';
import type { Game } from '../catalogue.ts';
import type { Fault, FaultKind } from '../faults.ts';
import { header, paramOf, playCall, rawBody } from '../http.ts';
import { findCharacter } from './characters.ts';
import { openEnvelope } from './envelope.ts';
import type { Letter, Mailbox, MailItem, Recipient } from './mailbox.ts';
import { readNotice, type Notices } from './notices.ts';
import { isFields, type Fields } from '../shape.ts';

const KEY = /^[a-z_]+:.+$/;
const LONGEST_KEY = 160;
const LONGEST_TITLE = 300;
const LONGEST_BODY = 10_000;
const MAX_ITEMS = 100;

type Answer = { readonly code: number; readonly result: unknown };

/** The games' calls: character look-up, mail and notice. */
export function serveGame(
  app: FastifyInstance,
  ctx: Ctx,
  mailbox: Mailbox,
  notices: Notices,
): void {
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
  app.post('/game/:game_id/notice', (request, reply) =>
    call(ctx, mailbox, 'notice', request, reply, (to, _game, [, , told]) => {
      const notice = readNotice(told);
      if (!notice) return { code: 422, result: null };
      notices.put(to, notice);
      return { code: 200, result: null };
    }),
  );
}

type Work = (to: Recipient, game: Game, params: readonly unknown[]) => Answer;

async function call(
  ctx: Ctx,
  mailbox: Mailbox,
  op: 'role' | 'mail' | 'notice',
  request: FastifyRequest,
  reply: FastifyReply,
  work: Work,
): Promise<unknown> {
  const game = ctx.catalogue.get(paramOf(request, 'game_id'));
  if (!game) return reply.code(400).send({ code: 400, result: { message: 'no such game' } });
  const keys = ctx.keys.gameKeys(game.gameId);
  const params = openEnvelope(game, keys, rawBody(request), header(request, 'x-signature'));
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

const TROUBLES: Readonly<Partial<Record<FaultKind, number>>> = {
  mailbox_full: 423,
  maintenance: 503,
  reject: 422,
};

function troubleOf(fault: Fault | undefined): Answer | undefined {
  const code = fault && TROUBLES[fault.kind];
  return code === undefined ? undefined : { code, result: null };
}

/** Parses a mail as the game's mail service does; null when it is invalid. */
function readLetter(to: Recipient, params: readonly unknown[]): Letter | null {
  const [key, title, body, items, purchase = null] = params;
  if (typeof key !== 'string' || !KEY.test(key) || key.length > LONGEST_KEY) return null;
  if (typeof title !== 'string' || title.length === 0 || title.length > LONGEST_TITLE) return null;
  if (typeof body !== 'string' || body.length > LONGEST_BODY) return null;
  if (!Array.isArray(items) || items.length > MAX_ITEMS) return null;
  if (purchase !== null && !isPurchase(purchase)) return null;
  const read = items.map(readItem);
  const whole = read.filter((item) => item !== null);
  return whole.length === read.length ? { ...to, key, title, body, items: whole, purchase } : null;
}

function isPurchase(value: unknown): value is Fields {
  if (!isFields(value)) return false;
  const { order_id, order_no, products, price, paid_at, test } = value;
  return (
    typeof order_id === 'string' &&
    typeof order_no === 'string' &&
    Array.isArray(products) &&
    isFields(price) &&
    Number.isSafeInteger(paid_at) &&
    typeof test === 'boolean'
  );
}

function readItem(value: unknown): MailItem | null {
  if (!isFields(value)) return null;
  const { item_id, name, count } = value;
  if (typeof item_id !== 'string' && typeof item_id !== 'number') return null;
  if (typeof name !== 'string') return null;
  if (typeof count !== 'number' || !Number.isSafeInteger(count) || count < 1) return null;
  return { item_id: String(item_id), name, count };
}
