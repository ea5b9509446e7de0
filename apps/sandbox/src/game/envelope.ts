import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Game } from '../catalogue.ts';
import { parseJson } from '../shape.ts';

/** Verifies C15's envelope, and its header under one of the game's keys. @returns `params`, or a sentence about the error */
export function openEnvelope(
  game: Game,
  keys: readonly string[],
  body: Buffer,
  signature: string | undefined,
): readonly unknown[] | string {
  const isSigned = keys.some((key) =>
    isSame(createHmac('sha256', key).update(body).digest('hex'), signature),
  );
  if (!isSigned) return 'invalid x-signature of the body';
  const form = new URLSearchParams(body.toString('utf8'));
  const field = (name: string): string => form.get(name) ?? '';
  const missing = ['userid', 'channelid', 'vc', 'unixtime', 'params', 'sign'].find(
    (name) => !form.has(name),
  );
  if (missing !== undefined) return `${missing} is missing`;
  const signed =
    field('userid') + field('channelid') + field('vc') + field('unixtime') + field('params');
  const md5 = createHash('md5').update(signed).digest('hex');
  if (!isSame(md5, field('sign'))) return 'invalid sign of the envelope';
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
