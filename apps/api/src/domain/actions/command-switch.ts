import { ACTIONS, type ActionOf } from '@webpay/contract/console/actions';
import type { Tx } from '../../platform/db/pool.ts';
import { StartError } from '../../platform/start-error.ts';
import type { ActRefused, Done, Finish, Subject } from './act.ts';
import { findMethod, switchMethod } from './method-acts.ts';
import { appendStep } from './record-step.ts';
import { sentenceOf } from './refusals.ts';
import { endSessions } from './end-sessions.ts';
import { findProject, setRefused, setService, type SwitchCtx } from './service-acts.ts';

export type { SwitchCtx } from './service-acts.ts';

type Switch =
  | ActionOf<'set_service'>
  | ActionOf<'set_refused'>
  | ActionOf<'end_sessions'>
  | ActionOf<'switch_method'>;

const COMMAND = { address: '', agent: 'npm run service', requestId: '' };

/**
 * Does a switch for `npm run service`: the same function and audit entry as in the console. Needs no gateway's keys, so
 * that a shop can be taken down whatever else is wrong.
 * @throws StartError for a refusal
 */
export async function commandSwitch(ctx: SwitchCtx, person: string, action: Switch): Promise<Done> {
  const who = { id: null, name: `command line (${person})` };
  const subject = await findSubject(ctx, action);
  let ended: Done | null = null;
  const finish: Finish = async (tx: Tx, done) => {
    await appendStep(ctx, tx, {
      who,
      from: COMMAND,
      verb: action.kind,
      permission: ACTIONS[action.kind].needs,
      subject,
      because: action.because,
      detail: { change: done.change },
    });
    ended = done;
  };
  const ran = await run(ctx, action, finish, who);
  if (ran.kind === 'refused') throw new StartError(sentenceOf(ran));
  if (ended === null) throw new Error(`${action.kind} ended without its last statement`);
  return ended;
}

function findSubject(ctx: SwitchCtx, action: Switch): Promise<Subject | null> {
  return action.kind === 'switch_method' ? findMethod(ctx, action) : findProject(ctx, action);
}

function run(
  ctx: SwitchCtx,
  action: Switch,
  finish: Finish,
  who: { readonly id: null; readonly name: string },
): Promise<{ readonly kind: 'done' } | ActRefused> {
  switch (action.kind) {
    case 'set_service':
      return setService(ctx, action, finish, who);
    case 'set_refused':
      return setRefused(ctx, action, finish, who);
    case 'end_sessions':
      return endSessions(ctx, action, finish);
    case 'switch_method':
      return switchMethod(ctx, action, finish, who);
  }
}
