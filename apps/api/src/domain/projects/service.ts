import type { Ctx } from '../../context.ts';
import type { RowOf } from '../../platform/db/statement.ts';
import { insideOf } from '../../platform/network-ranges.ts';
import {
  changeService,
  type currentService,
  type ServiceState,
  bumpCatalogueVersion,
  lockCatalogue,
  serviceOfProjects,
} from './queries.ts';

/** Service of a project: the last state set by `npm run service`. */
export type Service = {
  readonly state: ServiceState;
  /** ISO codes of countries that are answered 10503. */
  readonly countries: ReadonlySet<string>;
  isNetworkServed(address: string): boolean;
};

export function servicesOf(
  rows: readonly RowOf<typeof currentService>[],
): (project: string) => Service {
  const services = new Map(rows.map((row) => [row.project, serviceOf(row)]));
  const everyone = serviceOf({ state: 'open', countries: [], networks: [] });
  return (project) => services.get(project) ?? everyone;
}

type ServiceRow = Omit<RowOf<typeof currentService>, 'project'>;

function serviceOf({ state, countries, networks }: ServiceRow): Service {
  const isRefused = insideOf(networks);
  return {
    state,
    countries: new Set(countries),
    isNetworkServed: (address) => !isRefused(address),
  };
}

/** State of every project, with the reason and the time of its last change. */
export const listServices = (ctx: Pick<Ctx, 'db'>) => ctx.db.many(serviceOfProjects);

type ServiceChange = {
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
      state: null,
      countries: null,
      networks: null,
      ...change,
      now: ctx.clock.now(),
    });
    await tx.run(bumpCatalogueVersion);
    return changed.map((each) => each.project);
  });
}
