import { ALL_PROJECTS, type ActionOf } from '@webpay/contract/console/actions';
import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { countryProblem, networkProblem } from '../projects/served-lists.ts';
import { formerService, type ProjectService } from '../projects/service-queries.ts';
import { listServices, lockServices, setServiceIn } from '../projects/service.ts';
import type { Acts, ActRefused, By, Done, Finish, Subject } from './act.ts';
import { changedSince, utcInWords } from './switch-words.ts';
import { inOneLine } from './words.ts';

/** The parts of the context that a switch needs. A command has only these. */
export type SwitchCtx = Pick<Ctx, 'db' | 'clock' | 'randomBytes'>;
/** The id is null for a command. */
type Who = { readonly id: string | null; readonly name: string };

/** The name of all projects together. Only an operator of all projects may use it. */
const ALL = ALL_PROJECTS;
const LONGEST_MS = 30 * 86_400_000;
/** Time for the press of "Undo", which a page offers for ten seconds. */
export const UNDO_MS = 20_000;

const DONE = { kind: 'done' } as const;
const refused = (why: string, said?: string): ActRefused => ({
  kind: 'refused',
  why,
  ...(said === undefined ? {} : { said }),
});
const without = { amount: null, worth: null } as const;
/** An open card form has charged nothing yet. */
const GOES_ON = [
  'Payments that began end at their gateway, and what is paid is delivered. Refunds go on.',
  'A card form that is open is refused, and charges nothing.',
];

/** Steps with the service of a project, or of all of them. */
export const SERVICE_ACTS: Acts<'set_service' | 'set_refused' | 'undo_service'> = {
  set_service: { find: findProject, run: setService },
  set_refused: { find: findProject, run: setRefused },
  undo_service: { find: findProject, run: undoService },
};

/** @returns null: there is no such project */
export async function findProject(
  ctx: Pick<Ctx, 'db'>,
  { project }: { readonly project: string },
): Promise<Subject | null> {
  const known = project === ALL ? undefined : await rowOf(ctx, project);
  if (project !== ALL && known === undefined) return null;
  return {
    kind: 'project',
    id: project,
    name: known?.name ?? 'All projects',
    project,
    path: '/service',
    playerId: null,
    orderId: null,
  };
}

const rowOf = async (ctx: Pick<Ctx, 'db'>, project: string) =>
  (await listServices(ctx)).find(({ code }) => code === project);

export const chosenProjects = (rows: readonly ProjectService[], project: string) =>
  rows.filter(({ code }) => project === ALL || code === project);

/** The refusal of a step whose projects were changed after the operator's look; null: they were not. */
function changedMeanwhile(rows: readonly ProjectService[], seen: number | null): ActRefused | null {
  const newer = seen === null ? undefined : rows.find(({ id }) => id > seen);
  if (newer === undefined) return null;
  return refused('service_changed', changedSince(newer));
}

/** Sets the state of a project. Every process of the shop follows within half a second. */
export async function setService(
  ctx: SwitchCtx,
  action: ActionOf<'set_service'>,
  finish: Finish,
  by: Who,
) {
  const { project, state, opens_at: opensAtMs, because, seen } = action;
  if (state !== 'maintenance' && opensAtMs !== null) return refused('only_maintenance_ends');
  const ahead = opensAtMs === null ? 1 : opensAtMs - ctx.clock.now().getTime();
  if (ahead <= 0 || ahead > LONGEST_MS) return refused('opens_too_late');
  const opensAt = opensAtMs === null ? null : new Date(opensAtMs);
  return ctx.db.transaction(async (tx) => {
    const rows = chosenProjects(await lockServices(tx), project);
    // Taking everything down is never late: another person's switch must not hinder it.
    const isDown = project === ALL && state !== 'open';
    const moved = isDown ? null : changedMeanwhile(rows, seen);
    if (moved !== null) return moved;
    const projects = rows.map(({ code }) => code);
    await setServiceIn(ctx, tx, { projects, state, opensAt, because, by });
    await finish(tx, {
      title: titleOf(state, nameOf(rows, project)),
      effects: effectsOf(state, opensAt, rows),
      ...without,
      change: { before: rows.map(entryOf), after: { state, opens_at: opensAt } },
    });
    return DONE;
  });
}

const nameOf = ([first]: readonly ProjectService[], project: string): string =>
  project === ALL ? 'all projects' : (first?.name ?? project);

/** A project before a change, for the audit log. */
const entryOf = ({ code, state, countries, networks, opens_at }: ProjectService) => ({
  project: code,
  state: state ?? 'open',
  countries: countries ?? [],
  networks: networks ?? [],
  opens_at,
});

function titleOf(state: ActionOf<'set_service'>['state'], name: string): string {
  switch (state) {
    case 'open':
      return `Open ${name}`;
    case 'maintenance':
      return `Maintenance for ${name}`;
    case 'closed':
      return `Close ${name}`;
  }
}

function effectsOf(
  state: ActionOf<'set_service'>['state'],
  opensAt: Date | null,
  rows: readonly ProjectService[],
): readonly string[] {
  switch (state) {
    case 'open': {
      const refusing = rows.filter(
        (row) => (row.countries ?? []).length > 0 || (row.networks ?? []).length > 0,
      );
      const closed = rows.filter(({ is_open: isOpen }) => !isOpen).map(({ name }) => name);
      return [
        'Players see the shop and can order within half a second.',
        ...(refusing.length > 0 ? ['Refused countries and networks stay refused.'] : []),
        ...(closed.length > 0 ? [`The catalogue itself keeps ${closed.join(', ')} closed.`] : []),
      ];
    }
    case 'maintenance':
      return [
        'Players who start something read that the shop is taking a short break (10502).',
        ...GOES_ON,
        opensAt === null
          ? 'It ends when an operator opens it.'
          : `It opens by itself at ${utcInWords(opensAt)}.`,
      ];
    case 'closed':
      return [
        'The shop answers as if it did not exist (10045). No undo: an operator must open it.',
        ...GOES_ON,
      ];
  }
}

/** Sets the countries and networks that a project refuses. */
export async function setRefused(
  ctx: SwitchCtx,
  action: ActionOf<'set_refused'>,
  finish: Finish,
  by: Who,
) {
  const { project, because, seen } = action;
  const countries = distinct(action.countries);
  const networks = distinct(action.networks);
  const wrong = wrongEntry(countries, networks);
  if (wrong !== null) return wrong;
  return ctx.db.transaction(async (tx) => {
    const rows = chosenProjects(await lockServices(tx), project);
    const moved = changedMeanwhile(rows, seen);
    if (moved !== null) return moved;
    await setServiceIn(ctx, tx, {
      projects: rows.map(({ code }) => code),
      ...(countries === null ? {} : { countries }),
      ...(networks === null ? {} : { networks }),
      because,
      by,
    });
    await finish(tx, {
      title: `Change who ${nameOf(rows, project)} refuses`,
      effects: [
        ...refusedInWords('Countries', countries),
        ...refusedInWords('Networks', networks),
        'A refused visitor reads that the shop is not available (10503). Paid orders stay visible to their players.',
      ],
      ...without,
      change: { before: rows.map(entryOf), after: { countries, networks } },
    });
    return DONE;
  });
}

const distinct = (entries: readonly string[] | null): readonly string[] | null =>
  entries === null ? null : [...new Set(entries.map((entry) => entry.trim()))].toSorted();

function wrongEntry(
  countries: readonly string[] | null,
  networks: readonly string[] | null,
): ActRefused | null {
  for (const [why, entries, problemOf] of [
    ['not_a_country', countries, countryProblem],
    ['not_a_network', networks, networkProblem],
  ] as const) {
    for (const entry of entries ?? []) {
      const problem = problemOf(entry);
      if (problem !== null) return refused(why, `"${inOneLine(entry, 64)}": ${problem}.`);
    }
  }
  return null;
}

function refusedInWords(what: string, entries: readonly string[] | null): readonly string[] {
  if (entries === null) return [];
  return [`${what} refused: ${entries.length === 0 ? 'none' : entries.join(', ')}.`];
}

/** Restores what was before the operator's own newest change; another change since refuses it. */
async function undoService(
  ctx: Ctx,
  { project, seen }: ActionOf<'undo_service'>,
  finish: Finish,
  by: By,
) {
  return ctx.db.transaction(async (tx) => {
    const rows = chosenProjects(await lockServices(tx), project).filter(({ id }) => id > seen);
    const codes = rows.map(({ code }) => code);
    const former = await tx.many(formerService, { projects: codes });
    const why = whyNoUndo(ctx, rows, former, seen, by);
    if (why !== null) return why;
    await restore(ctx, tx, former, by);
    const done: Done = {
      title: 'Undo the change',
      effects: former.map(
        ({ code, state }) => `${nameIn(rows, code)} is ${stateInWords(state)} again.`,
      ),
      ...without,
      change: { before: rows.map(entryOf), after: former.map(({ id: _, ...each }) => each) },
    };
    await finish(tx, done);
    return DONE;
  });
}

type Former = {
  readonly code: string;
  readonly id: number;
  readonly state: 'open' | 'maintenance' | 'closed';
  readonly countries: readonly string[];
  readonly networks: readonly string[];
  readonly opens_at: Date | null;
};

function whyNoUndo(
  { clock }: Pick<Ctx, 'clock'>,
  rows: readonly ProjectService[],
  former: readonly Former[],
  seen: number,
  by: By,
): ActRefused | null {
  if (rows.length === 0) return refused('nothing_to_undo');
  const stranger = rows.find(({ by_id: who }) => who !== by.id);
  if (stranger !== undefined) return refused('service_changed', changedSince(stranger));
  // The same person changed it again since: the page shows an older change.
  if (former.some(({ id }) => id > seen)) return refused('service_changed');
  if (rows.some(({ state }) => state === 'closed')) return refused('closed_stays');
  const isOver = rows.some(({ at }) => clock.now().getTime() - (at?.getTime() ?? 0) > UNDO_MS);
  return isOver ? refused('undo_is_over') : null;
}

async function restore(
  ctx: Pick<Ctx, 'clock'>,
  tx: Tx,
  former: readonly Former[],
  by: By,
): Promise<void> {
  for (const { code, state, countries, networks, opens_at: opensAt } of former) {
    await setServiceIn(ctx, tx, {
      projects: [code],
      state,
      // An end that passed meanwhile opens the project by the next sweep.
      opensAt: state === 'maintenance' ? opensAt : null,
      countries,
      networks,
      because: 'Undo',
      by,
    });
  }
}

const nameIn = (rows: readonly ProjectService[], wanted: string): string =>
  rows.find(({ code }) => code === wanted)?.name ?? wanted;

function stateInWords(state: Former['state']): string {
  return state === 'maintenance' ? 'in maintenance' : state;
}
