import type { Ctx } from '../../context.ts';
import { methodStops, switchOff, switchOn } from './queries.ts';
import { EVERYWHERE } from './rules.ts';

/** Methods that are off: since when, why, and the next try. */
export const listMethodStops = (ctx: Pick<Ctx, 'db'>) => ctx.db.many(methodStops);

type MethodSwitch = {
  readonly state: 'on' | 'off';
  /** Codes, switched together or not at all. */
  readonly projects: readonly string[];
  readonly payId: string;
  /** Null: everywhere; on ends the stops of all countries then. */
  readonly country: string | null;
  readonly because: string;
};

/**
 * Switches a method by an operator's word, which stays until the next one; sales follow at once.
 * @returns the stops that began or ended
 */
export async function switchMethods(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  { state, country, ...given }: MethodSwitch,
): Promise<readonly { readonly project: string; readonly country: string }[]> {
  const now = ctx.clock.now();
  return state === 'on'
    ? ctx.db.many(switchOn, { ...given, country, now })
    : ctx.db.many(switchOff, { ...given, country: country ?? EVERYWHERE, now });
}
