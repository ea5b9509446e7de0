import type { FastifyInstance } from 'fastify';
import type { Ctx } from '../sandbox.ts';
import { fieldsOf, textOf } from '../shape.ts';
import { characterOf } from './names.ts';
import type { Notices } from './notices.ts';
import { deliveryIdOf, type Mail, type Mailbox } from './mailbox.ts';

/** Mailbox and notices of a character as JSON; `/` shows it as a page (a file of `browser/`). */
export function serveMailbox(
  app: FastifyInstance,
  ctx: Ctx,
  mailbox: Mailbox,
  notices: Notices,
): void {
  app.get('/mail', (request, reply) => {
    const { game_id, server_id, cid } = fieldsOf(request.query);
    const game = ctx.catalogue.get(textOf(game_id) ?? '');
    if (!game || typeof server_id !== 'string' || typeof cid !== 'string') {
      return reply.code(400).send({ error: 'game_id, server_id and cid name a character' });
    }
    const character = {
      game_id: game.gameId,
      server_id,
      cid: game.cidUpper ? cid.toUpperCase() : cid,
    };
    return reply.header('cache-control', 'no-store').send({
      mails: mailbox.read(character).map(shapeMail),
      notices: notices.read(character).map(({ notice, told_at }) => ({ ...notice, told_at })),
    });
  });

  app.get('/mailbox/games', () => ({
    games: [...ctx.catalogue.values()].map((game) => ({
      game_id: game.gameId,
      code: game.code,
      name: game.name,
      servers: [...game.servers.values()].map(({ serverId, name, region }) => ({
        server_id: serverId,
        name,
        region,
      })),
    })),
  }));

  app.get('/mailbox/recent', () => ({
    characters: mailbox.recent().map(({ game_id, server_id, cid, title, sent_at }) => ({
      game_id,
      server_id,
      cid,
      name: characterOf(cid).name,
      title,
      sent_at,
    })),
  }));
}

function shapeMail(mail: Mail): unknown {
  const { mail_id, title, body, items, purchase, sent_at } = mail;
  return { mail_id, delivery_id: deliveryIdOf(mail), title, body, items, purchase, sent_at };
}
