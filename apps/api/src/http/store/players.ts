import { findRole } from '../../domain/players/find-role.ts';
import { guardLookup } from '../../domain/players/guard-lookups.ts';
import { limitCalls } from '../../domain/players/limit-calls.ts';
import { logOut } from '../../domain/players/session.ts';
import { route, type StoreRoutes } from './route.ts';

/** Role look-ups an address may make a minute before it is told to wait (contract §2). */
const LOOKUPS_PER_ADDRESS = 240;

export function registerPlayerCalls(routes: StoreRoutes): void {
  route(routes, 'role', async (ctx, call) => {
    await limitCalls(ctx, `role:${call.network}`, LOOKUPS_PER_ADDRESS, 'TOO_MANY_LOOKUPS');
    return guardLookup(
      ctx,
      call.project,
      call.input,
      async () => undefined,
      () => findRole(ctx, call.project, call.input, call.lang),
    );
  });

  route(routes, 'logout', async (ctx, call) => {
    if (call.userToken !== null) await logOut(ctx, call.userToken);
    return {};
  });
}
