import type { ActionOf } from '@webpay/contract/console/actions';
import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { stopsOfMethod } from '../methods/queries.ts';
import { EVERYWHERE } from '../methods/rules.ts';
import {
  endUndone,
  lockMethods,
  methodsOfProjects,
  putBack,
  recordUndo,
  switchesSince,
  switchOff,
  switchOn,
  type ProjectMethod,
} from '../methods/switch-queries.ts';
import type { Acts, ActRefused, By, Finish, Subject } from './act.ts';
import { UNDO_MS, type SwitchCtx } from './service-acts.ts';
import { changedSince } from './switch-words.ts';
import { gatewayInWords } from './words.ts';

/** A null id: a command. */
type Who = { readonly id: string | null; readonly name: string };
type Switch = ActionOf<'switch_method'>;

const ALL = 'all';
const DONE = { kind: 'done' } as const;
const without = { amount: null, worth: null } as const;

/** Steps that switch a method: an order reads its stops in its own transaction, so each process follows at once. */
export const METHOD_ACTS: Acts<'switch_method' | 'undo_method'> = {
  switch_method: { find: findMethod, run: switchMethod },
  undo_method: { find: findMethod, run: undoMethod },
};

type Named = {
  readonly project: string;
  readonly pay_id: string;
  readonly country?: string | null;
};

const readMethods = (
  { db }: { readonly db: Pick<Tx, 'many'> },
  { project, pay_id: payId, country = null }: Named,
) => db.many(methodsOfProjects, { projects: project === ALL ? null : [project], payId, country });

/** @returns null: no project has this method */
export async function findMethod(ctx: Pick<Ctx, 'db'>, wanted: Named): Promise<Subject | null> {
  const { project, pay_id: payId } = wanted;
  const [first] = await readMethods(ctx, { project, pay_id: payId });
  if (first === undefined) return null;
  const place = project === ALL ? 'all projects' : first.project_name;
  return {
    kind: 'method',
    id: `${project}/${payId}`,
    name: `${first.name} in ${place}`,
    project,
    path: '/service',
    playerId: null,
    orderId: null,
  };
}

/** Switches a method by an operator's word, which stays until the next one. */
export async function switchMethod(ctx: SwitchCtx, action: Switch, finish: Finish, by: Who) {
  const { state, country, pay_id: payId, because, seen } = action;
  return ctx.db.transaction(async (tx): Promise<typeof DONE | ActRefused> => {
    await tx.one(lockMethods);
    const methods = await readMethods({ db: tx }, action);
    const [first] = methods;
    if (first === undefined) return { kind: 'refused', why: 'no_such_country' };
    const newer = seen === null ? undefined : methods.find(({ id }) => id > seen);
    if (newer !== undefined) {
      return { kind: 'refused', why: 'method_changed', said: changedSince(newer) };
    }
    const projects = methods.map(({ project }) => project);
    const given = { projects, payId, because, now: ctx.clock.now(), byName: by.name, byId: by.id };
    const changed =
      state === 'on'
        ? await tx.many(switchOn, { ...given, country })
        : await tx.many(switchOff, { ...given, country: country ?? EVERYWHERE });
    if (changed.length === 0) return nothingToSwitchOn(tx, action, first);
    await finish(tx, {
      title: `Switch ${first.name} ${state}${country === null ? '' : ` in ${country}`}`,
      effects: await effectsOf(tx, action, first),
      ...without,
      change: { state, changed },
    });
    return DONE;
  });
}

async function nothingToSwitchOn(
  tx: Tx,
  { pay_id: payId, country }: Switch,
  { project }: ProjectMethod,
): Promise<ActRefused> {
  const stops = await tx.many(stopsOfMethod, { project, payId, country: country ?? EVERYWHERE });
  return { kind: 'refused', why: stops.length === 0 ? 'method_is_on' : 'method_is_off_everywhere' };
}

async function effectsOf(
  tx: Tx,
  { state, country, pay_id: payId }: Switch,
  { project, project_name: projectName, provider }: ProjectMethod,
): Promise<readonly string[]> {
  const place = country === null ? 'in every country' : `in ${country}`;
  if (state === 'off') {
    return [
      `No player is offered it ${place}, and a new order that names it is refused.`,
      'Orders that were opened before can still be paid.',
      'It stays off over restarts and catalogue imports, until an operator switches it on.',
    ];
  }
  const left = await tx.many(stopsOfMethod, { project, payId, country: country ?? EVERYWHERE });
  return [
    `Players can pay with it ${place} at once. ${gatewayInWords(provider)} may refuse it again.`,
    ...(left.length > 0 ? [`It is also off everywhere in ${projectName}, which stays.`] : []),
  ];
}

/** Restores what was before the operator's own newest switch; another switch since refuses it. */
async function undoMethod(
  ctx: Ctx,
  { project, pay_id: payId, seen }: ActionOf<'undo_method'>,
  finish: Finish,
  by: By,
) {
  return ctx.db.transaction(async (tx): Promise<typeof DONE | ActRefused> => {
    await tx.one(lockMethods);
    const since = { project, payId, seen };
    const switches = await tx.many(switchesSince, since);
    if (switches.length === 0) return { kind: 'refused', why: 'nothing_to_undo' };
    const stranger = switches.find(({ by_id: who }) => who !== by.id);
    if (stranger !== undefined) {
      return { kind: 'refused', why: 'method_changed', said: changedSince(stranger) };
    }
    const now = ctx.clock.now();
    if (switches.some(({ at }) => now.getTime() - at.getTime() > UNDO_MS)) {
      return { kind: 'refused', why: 'undo_is_over' };
    }
    await tx.run(endUndone, since);
    await tx.run(putBack, since);
    await tx.run(recordUndo, { ...since, now, byName: by.name, byId: by.id });
    await finish(tx, {
      title: 'Undo the switch',
      effects: switches.map(
        ({ country, was_off: wasOff }) =>
          `It is ${wasOff ? 'off' : 'on'} again ${country === EVERYWHERE ? 'everywhere' : `in ${country}`}.`,
      ),
      ...without,
      change: { switches: switches.map(({ country, state }) => ({ country, state })) },
    });
    return DONE;
  });
}
