import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { RowOf } from '../../platform/db/statement.ts';
import { insideOf } from '../../platform/network-ranges.ts';
import { bumpCatalogueVersion, lockCatalogue } from './queries.ts';
import {
  changeService,
  serviceOfProjects,
  type currentService,
  type ProjectService,
  type ServiceState,
} from './service-queries.ts';

/** Service of a project: the last state that an operator set. */
export type Service = {
  readonly state: ServiceState;
  /** End of a maintenance in ms; null: it is not known. */
  readonly opensAt: number | null;
  /** ISO codes of countries that are answered 10503. */
  readonly countries: ReadonlySet<string>;
  isNetworkServed(address: string): boolean;
};

export function servicesOf(
  rows: readonly RowOf<typeof currentService>[],
): (project: string) => Service {
  const services = new Map(rows.map((row) => [row.project, serviceOf(row)]));
  const everyone = serviceOf({ state: 'open', countries: [], networks: [], opens_at: null });
  return (project) => services.get(project) ?? everyone;
}

type ServiceRow = Omit<RowOf<typeof currentService>, 'project'>;

function serviceOf({ state, countries, networks, opens_at: opensAt }: ServiceRow): Service {
  const isRefused = insideOf(networks);
  return {
    state,
    opensAt: opensAt === null ? null : opensAt.getTime(),
    countries: new Set(countries),
    isNetworkServed: (address) => !isRefused(address),
  };
}

/** State of every project, with the reason and the time of its last change. */
export const listServices = (ctx: Pick<Ctx, 'db'>) => ctx.db.many(serviceOfProjects);

/** Reads the service of every project; no other change begins until the transaction ends. */
export async function lockServices(tx: Tx): Promise<readonly ProjectService[]> {
  await tx.one(lockCatalogue);
  return tx.many(serviceOfProjects);
}

type ServiceChange = {
  /** Codes, changed together or not at all. */
  readonly projects: readonly string[];
  /** An absent field keeps its value; a state without `opensAt` has no end. */
  readonly state?: ServiceState;
  readonly opensAt?: Date | null;
  readonly countries?: readonly string[];
  readonly networks?: readonly string[];
  readonly because: string;
  /** A null id: a command, or the shop itself. */
  readonly by: { readonly id: string | null; readonly name: string };
};

/** Changes projects under `lockServices`; every process follows within half a second. */
export async function setServiceIn(
  { clock }: Pick<Ctx, 'clock'>,
  tx: Tx,
  { by, ...change }: ServiceChange,
): Promise<void> {
  await tx.many(changeService, {
    state: null,
    opensAt: null,
    countries: null,
    networks: null,
    ...change,
    now: clock.now(),
    byName: by.name,
    byId: by.id,
  });
  await tx.run(bumpCatalogueVersion);
}
