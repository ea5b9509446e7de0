import type { Ctx } from '../../context.ts';
import { findRole } from '../../domain/access/find-role.ts';
import { takeImageCode } from '../../domain/access/image-code.ts';
import { openLink } from '../../domain/access/links/open-link.ts';
import { guardLookup } from '../../domain/players/guard-lookups.ts';
import { limitCalls } from '../../domain/players/limit-calls.ts';
import { logOut } from '../../domain/players/session.ts';
import { Refusal } from '../../errors.ts';
import { type StoreCall, type StoreRoutes, serve } from './route.ts';

/** Role look-ups of an address a minute without image codes, and in total (contract §2). */
const FREE_LOOKUPS_PER_ADDRESS = 60;
export const LOOKUPS_PER_ADDRESS = 240;

export function registerPlayerCalls(routes: StoreRoutes): void {
  serve(routes, {
    role: async (ctx, call) => {
      if (routes.preview !== undefined) return routes.preview.role(call);
      const { project, input, lang, network, device, session, userToken } = call;
      const hasImageCode = await checkLookup(ctx, call);
      const prove = async () => {
        if (!hasImageCode) throw new Refusal('IMAGE_CODE_REQUIRED');
      };
      const replaces = session === null ? null : userToken;
      const keepsUntilUsed = input.keep_session;
      const tried = {
        pwd: input.pwd,
        network,
        device,
        lang,
        hasImageCode,
        replaces,
        keepsUntilUsed,
      };
      const look = () => findRole(ctx, project, input, tried);
      return guardLookup(ctx, project, input, call, prove, look);
    },
    logout: async (ctx, call) => {
      if (call.userToken !== null) await logOut(ctx, call.userToken);
      return {};
    },
    // F18: a signed link (docs/access-link.md) asks the game like a role look-up, and counts as one.
    link: async (ctx, call) => {
      await limitCalls(ctx, `role:${call.network}`, LOOKUPS_PER_ADDRESS, 'TOO_MANY_LOOKUPS');
      return openLink(ctx, call.project, call.input.link, call);
    },
  });
}

/**
 * Checks the limits of an address.
 * @returns whether the call has a right image code
 * @throws Refusal TOO_MANY_LOOKUPS, WRONG_IMAGE_CODE, IMAGE_CODE_REQUIRED
 */
async function checkLookup(ctx: Ctx, call: StoreCall<'role'>): Promise<boolean> {
  const { project, userToken, network } = call;
  const key = `role:${network}`;
  const lookups = await limitCalls(ctx, key, LOOKUPS_PER_ADDRESS, 'TOO_MANY_LOOKUPS');
  const place = { project: project.code, purpose: 'role', userToken } as const;
  if (await takeImageCode(ctx, call.input, place)) return true;
  if (lookups > FREE_LOOKUPS_PER_ADDRESS * ctx.config.limitScale) {
    throw new Refusal('IMAGE_CODE_REQUIRED');
  }
  return false;
}
