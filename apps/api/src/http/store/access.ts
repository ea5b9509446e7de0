import type { Ctx } from '../../context.ts';
import { sendResetCode, sendCodeInSession } from '../../domain/access/ask-mail-code.ts';
import {
  changePassword,
  removePassword,
  setPassword,
  type AccessSession,
} from '../../domain/access/change-in-session.ts';
import { confirmDevice } from '../../domain/access/confirm-device.ts';
import { drawCode, takeImageCode } from '../../domain/access/image-code.ts';
import { resetPassword } from '../../domain/access/reset-password.ts';
import { guardLookup } from '../../domain/players/guard-lookups.ts';
import { limitCalls } from '../../domain/players/limit-calls.ts';
import { Refusal } from '../../errors.ts';
import { LOOKUPS_PER_ADDRESS } from './players.ts';
import { checkCharacter, serve, type StoreCall, type StoreRoutes } from './route.ts';

/** Image codes and password resets of an address a minute. */
const CALLS_PER_ADDRESS = 240;

/** F13: the access password, its image codes and mail codes. */
export function registerAccessCalls(routes: StoreRoutes): void {
  serve(routes, {
    captcha: async (ctx, { project, input, session, userToken, network }) => {
      await limitCalls(ctx, `captcha:${network}`, CALLS_PER_ADDRESS, 'TOO_FREQUENT');
      return drawCode(ctx, {
        project: project.code,
        purpose: input.purpose ?? null,
        userToken: session === null ? null : userToken,
      });
    },
    mailCode: async (ctx, call) => {
      const { purpose } = call.input;
      if (purpose === 'pwd_reset') return sendForReset(ctx, call);
      const who = sessionOf(call);
      const place = { project: call.project.code, purpose, userToken: who.userToken };
      const hasImageCode = await takeImageCode(ctx, call.input, place);
      const counted = hasImageCode ? null : call;
      return sendCodeInSession(ctx, call.project, purpose, { ...who, lang: call.lang, counted });
    },
    passwordSet: async (ctx, call) => {
      await setPassword(ctx, sessionOf(call), call.input);
      return {};
    },
    passwordChange: async (ctx, call) => {
      await changePassword(ctx, sessionOf(call), call.input);
      return {};
    },
    passwordRemove: async (ctx, call) => {
      await removePassword(ctx, sessionOf(call), call.input);
      return {};
    },
    deviceConfirm: async (ctx, call) => {
      await confirmDevice(ctx, sessionOf(call), call.input);
      return {};
    },
    passwordReset: async (ctx, { project, network, device, confirmed, input, userToken }) => {
      await limitCalls(ctx, `reset:${network}`, CALLS_PER_ADDRESS, 'TOO_FREQUENT');
      await resetPassword(ctx, project, { network, device, confirmed, userToken }, input);
      return {};
    },
  });
}

/**
 * Sends a reset code by in-game mail. Without a session it requires an image code, and counts as a role look-up, so that
 * it reveals existing characters no faster.
 * @throws Refusal MISSING_PARAMETERS, IMAGE_CODE_REQUIRED, WRONG_IMAGE_CODE, TOO_MANY_LOOKUPS
 */
async function sendForReset(ctx: Ctx, call: StoreCall<'mailCode'>) {
  const { project, input, userToken, lang, network } = call;
  const { pr_id, server_id, cid } = input;
  if (pr_id === undefined || server_id === undefined || cid === undefined) {
    throw new Refusal('MISSING_PARAMETERS');
  }
  const place = { project: project.code, purpose: 'pwd_reset', userToken } as const;
  if (!(await takeImageCode(ctx, input, place))) throw new Refusal('IMAGE_CODE_REQUIRED');
  await limitCalls(ctx, `role:${network}`, LOOKUPS_PER_ADDRESS, 'TOO_MANY_LOOKUPS');
  // An image code was given, so a used-up budget asks for nothing more.
  return guardLookup(
    ctx,
    project,
    { server_id, cid },
    call,
    async () => {},
    () => sendResetCode(ctx, project, { pr_id, server_id, cid }, { lang, network }),
  );
}

type InSession = 'mailCode' | 'passwordSet' | 'passwordChange' | 'passwordRemove' | 'deviceConfirm';

/** @throws Refusal MISSING_PARAMETERS, NO_SESSION, PARAMETER_ERROR for another character than the session's */
function sessionOf<N extends InSession>(call: StoreCall<N>): AccessSession {
  const { session, userToken, input, network, device, confirmed } = call;
  if (userToken === null || userToken === '') throw new Refusal('MISSING_PARAMETERS');
  if (session === null) throw new Refusal('NO_SESSION');
  checkCharacter(input, session);
  return { session, userToken, network, device, confirmed };
}
