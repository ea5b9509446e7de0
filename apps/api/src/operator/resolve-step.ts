import type { Action } from '@webpay/contract/console/actions';
import type { Ctx } from '../context.ts';
import type { Done } from '../domain/actions/act.ts';
import { BeyondLimits, commandStep, type Command } from '../domain/actions/command-step.ts';
import { commandSentenceOf } from '../domain/actions/refusals.ts';
import { requestText } from '../domain/support/rules.ts';
import { StartError } from '../platform/start-error.ts';
import { byOf } from './command-person.ts';
import type { ResolveOptions } from './resolve-options.ts';

/** Does one step of a command. @throws StartError for a refused one */
export type Step = (action: Action) => Promise<Done>;

/** The person of a command, and the reason to go beyond the limits. @throws StartError */
export function commandOf(options: Pick<ResolveOptions, 'by' | 'break-glass'>): Command {
  return { by: byOf(options.by), breakGlass: breakGlassOf(options['break-glass']) };
}

function breakGlassOf(given: string | undefined): string | null {
  if (given === undefined) return null;
  const reason = requestText(given);
  if (reason !== null) return reason;
  throw new StartError('--break-glass takes the reason, in up to 1,000 characters.');
}

export async function doStep(ctx: Ctx, command: Command, action: Action): Promise<Done> {
  const ran = await withinLimits(() => commandStep(ctx, command, action));
  if (ran.kind === 'refused') throw new StartError(commandSentenceOf(ran));
  return ran.done;
}

/** @throws StartError for a step beyond the limits */
export async function withinLimits<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof BeyondLimits)) throw error;
    throw new StartError(
      `${error.why} Nothing was done. In the console a second person can confirm it; --break-glass "REASON" does it now, and raises an alert.`,
    );
  }
}
