import type { ActionKind, ActionOf } from '@webpay/contract/console/actions';
import type { Sum } from '@webpay/contract/console/shapes';
import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';

/** The object of a step, as approvals, limits and the audit log name it. */
export type Subject = {
  readonly kind:
    | 'order'
    | 'player'
    | 'request'
    | 'refund'
    | 'mail'
    | 'message'
    | 'server'
    | 'project'
    | 'method'
    | 'difference'
    | 'day'
    | 'month'
    | 'operator'
    | 'token'
    | 'webhook';
  readonly id: string;
  /** As a person reads it: an order's number, a character with its server. */
  readonly name: string;
  readonly project: string;
  /** Page of the console; null: it has none. */
  readonly path: string | null;
  /** For the rules about flagged players and open disputes; null: without one. */
  readonly playerId: number | null;
  readonly orderId: string | null;
};

/** The result of a step inside its transaction, read from the rows that it changed. */
export type Done = {
  /** Verb and sum, as the button names it: "Pay back €15.49". */
  readonly title: string;
  /** Effects in sentences, the same for a preview and the step itself. No ids that are made anew. */
  readonly effects: readonly string[];
  /** Sentences about what may be expected, from prices of the moment: a plan begins with them, and nothing is compared with them. */
  readonly expected?: readonly string[];
  /** Money that goes back; null: none. */
  readonly amount: Sum | null;
  /** Worth that counts against the operator's limits; null: none. */
  readonly worth: Sum | null;
  /** Why a second person must confirm a step of the rule `step`; null: none must. */
  readonly secondPerson?: string | null;
  /** Ids and states for the audit log. */
  readonly change: unknown;
};

/**
 * The last statement of a step's transaction. A preview throws in it, which rolls the step back; the step itself compares
 * the plan, holds the limits and appends the audit entry.
 */
export type Finish = (tx: Tx, done: Done) => Promise<void>;

/** The operator who does a step; for one that waited, who asked for it. */
export type By = { readonly id: string; readonly name: string };

/**
 * A step that is done. `address` lets an operator join once, `token` a script read, `secret` signs messages to an endpoint:
 * the answer alone has them.
 */
export type Ended = {
  readonly kind: 'done';
  readonly address?: string;
  readonly token?: string;
  readonly secret?: string;
};

export type ActRefused = {
  readonly kind: 'refused';
  /** A key of refusals.ts. */
  readonly why: string;
  readonly refundId?: string;
  /** Ends the sentence of the refusal, such as who changed the object meanwhile. */
  readonly said?: string;
  /** The sentence, where it names sums of the settings. */
  readonly detail?: string;
};

/** One kind of step. */
export type Act<K extends ActionKind> = {
  /** @returns null: there is no such object */
  readonly find: (ctx: Ctx, action: ActionOf<K>) => Promise<Subject | null>;
  /** Runs the step in one transaction and calls `finish` last in it. A refusal changes nothing and calls nothing. */
  readonly run: (
    ctx: Ctx,
    action: ActionOf<K>,
    finish: Finish,
    by: By,
  ) => Promise<Ended | ActRefused>;
  /**
   * Work in batches before the transaction of a confirmed step; a killed one is repeated.
   * @returns the run that goes on from there
   */
  readonly prepare?: (ctx: Ctx, action: ActionOf<K>) => Promise<Act<K>['run']>;
};
export type Acts<K extends ActionKind> = { readonly [N in K]: Act<N> };
