import type { Action, ActionKind } from '@webpay/contract/console/actions';
import type { Ctx } from '../../context.ts';
import type { Act, Acts, ActRefused, By, Ended, Finish, Subject } from './act.ts';
import { CATALOGUE_ACTS } from './catalogue-acts.ts';
import { EVENT_ACTS } from './event-acts.ts';
import { GOODS_ACTS } from './goods-acts.ts';
import { MONEY_ACTS } from './money-acts.ts';
import { METHOD_ACTS } from './method-acts.ts';
import { PERSON_ACTS } from './person-acts.ts';
import { RECONCILIATION_ACTS } from './reconciliation-acts.ts';
import { PUBLICATION_ACTS } from './plan-publication.ts';
import { SETTLEMENT_ACTS } from './settlement-acts.ts';
import { SESSION_ACTS } from './end-sessions.ts';
import { SERVICE_ACTS } from './service-acts.ts';
import { STAFF_ACTS } from './staff-acts.ts';
import { TOKEN_ACTS } from './token-acts.ts';
import { WEBHOOK_ACTS } from './webhook-acts.ts';
import { WINDOW_ACTS } from './window-acts.ts';
import { WORK_ACTS } from './work-acts.ts';

const ACTS: Acts<ActionKind> = {
  ...MONEY_ACTS,
  ...WORK_ACTS,
  ...SERVICE_ACTS,
  ...SESSION_ACTS,
  ...METHOD_ACTS,
  ...RECONCILIATION_ACTS,
  ...SETTLEMENT_ACTS,
  ...PERSON_ACTS,
  ...STAFF_ACTS,
  ...TOKEN_ACTS,
  ...WEBHOOK_ACTS,
  ...CATALOGUE_ACTS,
  ...GOODS_ACTS,
  ...EVENT_ACTS,
  ...WINDOW_ACTS,
  ...PUBLICATION_ACTS,
};

/** One step with its own function. */
type BoundRun = (ctx: Ctx, by: By, finish: Finish) => Promise<Ended | ActRefused>;
export type BoundAct = {
  readonly find: (ctx: Ctx) => Promise<Subject | null>;
  readonly run: BoundRun;
  /** Null: a confirmed step needs no work before its transaction. */
  readonly prepare: ((ctx: Ctx) => Promise<BoundRun>) | null;
};

/** The function of a step's kind. */
export function boundAct(action: Action): BoundAct {
  // Verified edge: the registry has each function under the kind of its own actions.
  const act = ACTS[action.kind] as Act<ActionKind>;
  const bind =
    (run: Act<ActionKind>['run']): BoundRun =>
    (ctx, by, finish) =>
      run(ctx, action, finish, by);
  const { prepare } = act;
  return {
    find: (ctx) => act.find(ctx, action),
    run: bind(act.run),
    prepare: prepare === undefined ? null : async (ctx) => bind(await prepare(ctx, action)),
  };
}
