import { createHash, timingSafeEqual } from 'node:crypto';
import { isLanguage } from '@webpay/contract/languages';
import { CALL_PATHS, type CallName } from '@webpay/contract/paths';
import { signingText } from '@webpay/contract/sign';
import type { Ctx } from '../../context.ts';
import type { Project } from '../../domain/projects/catalogue-cache.ts';
import { beginOffered } from '../../domain/players/offered-session.ts';
import { refreshSession } from '../../domain/players/session.ts';
import type { Session } from '../../domain/players/queries.ts';
import { Refusal } from '../../errors.ts';
import { keysOf, readWithKeys } from '../../platform/keys.ts';
import type { Form } from '../form.ts';
import { admit, type Origin } from './admit.ts';

/** Largest difference between a request's timestamp and the server's clock (contract §2). */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** The session look-up of a call; some read more of the player with it. */
export type FindSession<S extends Session> = (
  ctx: Ctx,
  token: string,
  project: Project,
  form: Form,
) => Promise<S | null>;

export type CheckedCall<S extends Session = Session> = {
  readonly project: Project;
  readonly gameId: string;
  readonly lang: string;
  readonly session: S | null;
  readonly userToken: string | null;
};

/**
 * Runs the checks of every POST in the contract's order: form and sign, project, session.
 * @throws Refusal MISSING_PARAMETERS, PARAMETER_ERROR, NO_SUCH_PROJECT, MAINTENANCE, NOT_SERVED, NO_SESSION
 */
export async function checkCall<S extends Session>(
  ctx: Ctx,
  name: CallName,
  form: Form,
  find: FindSession<S>,
  from: Origin,
): Promise<CheckedCall<S>> {
  const path = CALL_PATHS[name];
  const gameId = field(form, 'game_id', name === 'configs');
  const lang = field(form, 'lang');
  const ver = field(form, 'ver');
  checkTimestamp(ctx, field(form, 'timestamp'));
  const signature = field(form, 'sign');
  if (!isLanguage(lang) || ver.length > 64) throw new Refusal('PARAMETER_ERROR');
  checkSignature(ctx, form, signature);
  const project = findProject(ctx, path.website ? field(form, 'website_code') : null, gameId);
  admit(name, project, from, form);
  const { session, userToken } = await readSession(ctx, form, path.session, project, find);
  return { project, gameId, lang, session, userToken };
}

function field(form: Form, key: string, mayBeEmpty = false): string {
  const value = form.fields.get(key);
  if (value === undefined || (value === '' && !mayBeEmpty)) throw new Refusal('MISSING_PARAMETERS');
  return value;
}

function checkTimestamp(ctx: Ctx, timestamp: string): void {
  const isMs = /^\d{1,16}$/.test(timestamp);
  const distance = Math.abs(Number(timestamp) - ctx.clock.nowMs());
  if (!isMs || distance > CLOCK_TOLERANCE_MS) throw new Refusal('PARAMETER_ERROR');
}

function checkSignature(ctx: Ctx, form: Form, signature: string): void {
  const given = /^[0-9a-f]{32}$/.test(signature) ? Buffer.from(signature, 'hex') : null;
  const isSignedWith = (secret: string) => {
    const expected = createHash('md5').update(signingText(form.pairs, secret)).digest();
    return given !== null && timingSafeEqual(given, expected);
  };
  if (!isSigned(ctx, isSignedWith)) throw new Refusal('PARAMETER_ERROR');
}

/** Whether a call is signed with either secret: open pages still use the old secret. */
export function isSigned(ctx: Ctx, isSignedWith: (secret: string) => boolean): boolean {
  const { signSecret, secondSignSecret } = ctx.config;
  const read = (secret: string) => (isSignedWith(secret) ? true : null);
  const count = () => ctx.metrics.secondKeyUses.inc({ key: 'SIGN_SECRET' });
  return readWithKeys(keysOf(signSecret, secondSignSecret), read, count) === true;
}

/** Finds the project by `website_code`, or by the game for calls without one. */
function findProject(ctx: Ctx, code: string | null, gameId: string): Project {
  if (code === null) {
    const project = ctx.catalogue.projectOfGame(gameId);
    if (project === null) throw new Refusal('PARAMETER_ERROR');
    return project;
  }
  const project = ctx.catalogue.project(code);
  if (project === null || !project.isOpen) throw new Refusal('NO_SUCH_PROJECT');
  if (gameId !== '' && gameId !== project.gameId) throw new Refusal('PARAMETER_ERROR');
  return project;
}

async function readSession<S extends Session>(
  ctx: Ctx,
  form: Form,
  need: 'none' | 'optional' | 'required',
  project: Project,
  find: FindSession<S>,
): Promise<{ session: S | null; userToken: string | null }> {
  const userToken = form.fields.get('user_token') ?? null;
  if (need === 'none') return { session: null, userToken };
  if (need === 'required' && userToken === null) throw new Refusal('MISSING_PARAMETERS');
  const look = async () => (userToken ? find(ctx, userToken, project, form) : null);
  let session = await look();
  // The first call with the token of a look-up begins its session.
  if (userToken && session === null && (await beginOffered(ctx, project, userToken))) {
    session = await look();
  }
  if (userToken === null || session === null || session.project !== project.code) {
    if (need === 'required') throw new Refusal('NO_SESSION');
    return { session: null, userToken };
  }
  await refreshSession(ctx, session, userToken);
  return { session, userToken };
}
