import { createHmac, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Ctx } from '../sandbox.ts';
import { paramOf, readBody } from '../http.ts';
import { textOf } from '../shape.ts';
import { findCharacter } from './characters.ts';

const LIFE_MS = 10 * 60_000;

/**
 * Signs an access link as the game's server does when a player presses "Shop"
 * (docs/access-link.md). The sandbox does so for any character.
 */
export function serveAccessLink(app: FastifyInstance, ctx: Ctx): void {
  app.post('/game/:game_id/link', (request, reply) => {
    const game = ctx.catalogue.get(paramOf(request, 'game_id'));
    if (!game) return reply.code(400).send({ error: 'no such game' });
    const body = readBody(request);
    const serverId = textOf(body['server_id']) ?? '';
    const given = textOf(body['cid']) ?? '';
    const cid = game.cidUpper ? given.toUpperCase() : given;
    if (findCharacter(game, serverId, cid).kind !== 'character') {
      return reply.code(404).send({ error: 'server_id and cid name a character of this game' });
    }
    const iat = Date.now();
    const claims = {
      v: 1,
      use: 'link',
      website_code: game.code,
      server_id: serverId,
      cid,
      ref: randomUUID(),
      iat,
      exp: iat + LIFE_MS,
    };
    const text = Buffer.from(JSON.stringify(claims)).toString('base64url');
    const [key] = ctx.keys.gameKeys(game.gameId);
    const signature = createHmac('sha256', key).update(text).digest('base64url');
    const link = `${text}.${signature}`;
    return reply
      .header('cache-control', 'no-store')
      .send({ link, url: `${ctx.shopUrl}/${game.code}#link=${link}` });
  });
}
