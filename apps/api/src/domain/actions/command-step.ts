import { ACTIONS, type Action } from '@webpay/contract/console/actions';
import type { Permission } from '@webpay/contract/console/permissions';
import type { Sum } from '@webpay/contract/console/shapes';
import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { Client } from '../operators/operator.ts';
import type { ActRefused, Done, Subject } from './act.ts';
import { movedBy, overLimit } from './limits.ts';
import { saveCommandStep } from './queries.ts';
import { appendStep, reasonIn } from './record-step.ts';
import { boundAct } from './registry.ts';

/** The person at the machine who runs a command. */
export type Command = {
  readonly by: string;
  /** The command, where it is not `npm run resolve`. */
  readonly agent?: string;
  /** Why the step may go beyond the limits; null: it may not. */
  readonly breakGlass: string | null;
};

/** Ends the transaction of a command's step that is beyond the limits. */
export class BeyondLimits extends Error {
  readonly why: string;

  constructor(why: string) {
    super(why);
    this.why = why;
  }
}

const COMMAND: Client = { address: '', agent: 'npm run resolve', requestId: '' };
/** A command has the limits of finance. */
const ROLES = ['finance'] as const;

/**
 * Does a step for a command: the same function and audit entry as in the console, finance's limits, and no second person.
 * @throws BeyondLimits, after which nothing has changed
 */
export async function commandStep(
  ctx: Ctx,
  command: Command,
  action: Action,
): Promise<{ readonly kind: 'done'; readonly done: Done } | ActRefused> {
  const act = boundAct(action);
  const subject = await act.find(ctx);
  let ended: Done | null = null;
  const ran = await act.run(ctx, { id: '', name: personOf(command) }, async (tx, done) => {
    await recordCommand(ctx, tx, command, {
      verb: action.kind,
      permission: ACTIONS[action.kind].needs,
      subject,
      because: reasonIn(action),
      ...movedBy({ kind: action.kind, done }),
      detail: { amount: done.amount, worth: done.worth, change: done.change },
    });
    ended = done;
  });
  if (ran.kind === 'refused') return ran;
  if (ended === null) throw new Error(`${action.kind} ended without its last statement`);
  return { kind: 'done', done: ended };
}

/**
 * Holds the limits and appends the audit entry, as the last statements of a command's transaction.
 * @throws BeyondLimits
 */
export async function recordCommand(
  ctx: Ctx,
  tx: Tx,
  command: Command,
  step: {
    readonly verb: string;
    readonly permission: Permission | null;
    readonly subject: Pick<Subject, 'kind' | 'id' | 'project' | 'playerId'> | null;
    readonly because: string;
    readonly worth: Sum | null;
    readonly isMoving: boolean;
    readonly detail: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  const { verb, permission, subject, because, worth, isMoving } = step;
  const operator = personOf(command);
  const limited = { operator: ALL_COMMANDS, roles: ROLES, worth, isMoving };
  const why = await overLimit(ctx, tx, limited, true);
  if (why !== null && command.breakGlass === null) throw new BeyondLimits(why);
  const brokeLimits = why !== null;
  if (isMoving) {
    const counted = { operator: ALL_COMMANDS, usdMinor: worth?.minor ?? 0, brokeLimits };
    await tx.run(saveCommandStep, { ...counted, now: ctx.clock.real() });
  }
  const broken = brokeLimits ? { broke_limits: why } : {};
  await appendStep(ctx, tx, {
    who: { id: null, name: operator },
    from: command.agent === undefined ? COMMAND : { ...COMMAND, agent: command.agent },
    verb,
    permission,
    subject,
    because: brokeLimits ? `${because} (${command.breakGlass ?? ''})` : because,
    detail: { ...step.detail, ...broken },
  });
}

/** The day of all commands together: `--by` is a statement, so another name gives no further day. */
const ALL_COMMANDS = 'command line';

function personOf({ by }: Command): string {
  return `command line (${by})`;
}
