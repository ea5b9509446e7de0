import type { Ctx } from '../../context.ts';
import type { RowOf } from '../../platform/db/statement.ts';
import { insideOf } from '../../platform/network-ranges.ts';
import {
  changeService,
  type currentService,
  serviceOfProjects,
  type ServiceState,
  bumpCatalogueVersion,
  lockCatalogue,
} from './queries.ts';

/** Service of a project: the last state set by `npm run service`. */
export type Service = {
  readonly state: ServiceState;
  /** ISO codes of countries that are answered 10503. */
  readonly countries: ReadonlySet<string>;
  isNetworkServed(address: string): boolean;
};

const EVERYONE: Service = {
  state: 'open',
  countries: new Set(),
  isNetworkServed: () => true,
};

export function servicesOf(
  rows: readonly RowOf<typeof currentService>[],
): (project: string) => Service {
  const known = new Map(rows.map((row) => [row.project, serviceOf(row)]));
  return (project) => known.get(project) ?? EVERYONE;
}

function serviceOf(row: RowOf<typeof currentService>): Service {
  const isRefused = insideOf(row.networks);
  return {
    state: row.state,
    countries: new Set(row.countries),
    isNetworkServed: (address) => !isRefused(address),
  };
}

export type ServiceChange = {
  /** Codes, changed together or not at all. */
  readonly projects: readonly string[];
  /** An absent field keeps its value. */
  readonly state?: ServiceState;
  readonly countries?: readonly string[];
  readonly networks?: readonly string[];
  readonly because: string;
};

/** Takes effect in every process within half a second; returns the changed projects. */
export async function setService(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  change: ServiceChange,
): Promise<readonly string[]> {
  return ctx.db.transaction(async (tx) => {
    await tx.one(lockCatalogue);
    const changed = await tx.many(changeService, {
      projects: [...change.projects],
      state: change.state ?? null,
      countries: change.countries === undefined ? null : [...change.countries],
      networks: change.networks === undefined ? null : [...change.networks],
      because: change.because,
      now: ctx.clock.now(),
    });
    await tx.run(bumpCatalogueVersion);
    return changed.map((each) => each.project);
  });
}

export function listService(ctx: Pick<Ctx, 'db'>) {
  return ctx.db.many(serviceOfProjects);
}
