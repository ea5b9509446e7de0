import { claimReward } from '../../domain/events/cumulation/claim-reward.ts';
import { showCumulation } from '../../domain/events/cumulation/show-cumulation.ts';
import { findEventSession } from '../../domain/events/event-session.ts';
import { route, type StoreRoutes } from './route.ts';

/** Rewards for what is topped up (R16): how far the session's character is, and what it claims. */
export function registerCumulationCalls(routes: StoreRoutes): void {
  route(routes, 'cumulationInfo', showCumulation, findEventSession);

  route(routes, 'cumulationClaim', (ctx, call) => claimReward(ctx, call, call.input.task_id));
}
