import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Game } from '../catalogue.ts';
import { parseJson } from '../shape.ts';

export function gameKey(gameId: string): string {
  return `game-key-${gameId}`;
}

/** Verifies C15's envelope and its header. @returns `params`, or a sentence about the error */
export function openEnvelope(
  game: Game,
  body: Buffer,
  signature: string | undefined,
): readonly unknown[] | string {
  const expected = createHmac('sha256', gameKey(game.gameId)).update(body).digest('hex');
  if (!isSame(expected, signature)) return 'x-signature does not fit the body';
  const form = new URLSearchParams(body.toString('utf8'));
  const field = (name: string): string => form.get(name) ?? '';
  const missing = ['userid', 'channelid', 'vc', 'unixtime', 'params', 'sign'].find(
    (name) => !form.has(name),
  );
  if (missing !== undefined) return `${missing} is missing`;
  const signed =
    field('userid') + field('channelid') + field('vc') + field('unixtime') + field('params');
  const md5 = createHash('md5').update(signed).digest('hex');
  if (!isSame(md5, field('sign'))) return 'sign does not fit the envelope';
  if (field('channelid') !== game.channelid) return `channelid is not ${game.channelid}`;
  if (field('vc') !== game.vc) return `vc is not ${game.vc}`;
  if (!/^[0-9]{10,13}$/.test(field('unixtime'))) return 'unixtime is not a time';
  const params = parseJson(field('params'));
  return Array.isArray(params) ? params : 'params is not a JSON array';
}

function isSame(expected: string, given: string | undefined): boolean {
  if (given === undefined) return false;
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
