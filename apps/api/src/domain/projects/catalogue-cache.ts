import type { Db, Tx } from '../../platform/db/pool.ts';
import type { RowOf } from '../../platform/db/statement.ts';
import type { GameAddress } from '../../games/port.ts';
import type { ProjectData } from './project-data.ts';
import { servicesOf, type Service } from './service.ts';
import { currentService } from './service-queries.ts';
import {
  allChannels,
  allEvents,
  allProducts,
  allProjects,
  allRegions,
  allServers,
  catalogueVersion,
} from './queries.ts';

export type Server = Omit<RowOf<typeof allServers>, 'project'>;
export type Product = Omit<RowOf<typeof allProducts>, 'project' | 'prices'> & {
  /** Minor units by currency. */
  readonly prices: ReadonlyMap<string, number>;
};
/** One listed round of an event: past, running or upcoming. */
export type ProjectEvent = Omit<RowOf<typeof allEvents>, 'project'> & {
  /** The player's place, whose window it shows (events/country.ts). Absent: the whole event. */
  readonly place?: {
    /** Index in `windows`; -1: of none. */
    readonly window: number;
    /** Rewards can be claimed, and no more: the event is shut where the player is or pays. */
    readonly isClosed: boolean;
  };
};
export type CatalogueChannel = Omit<RowOf<typeof allChannels>, 'project'>;

/** A project with all its catalogue data. */
export type Project = ProjectData & {
  readonly code: string;
  readonly gameId: string;
  /** Open in the catalogue and not closed by an operator. */
  readonly isOpen: boolean;
  readonly service: Service;
  readonly gameAddress: GameAddress;
  readonly regions: readonly { readonly pr_id: string; readonly name: ProjectData['name'] }[];
  readonly servers: ReadonlyMap<string, Server>;
  readonly products: ReadonlyMap<string, Product>;
  readonly channels: readonly CatalogueChannel[];
  readonly events: readonly ProjectEvent[];
  readonly currencyOf: ReadonlyMap<string, string>;
  readonly cidForm: RegExp;
};

export type CatalogueCache = Awaited<ReturnType<typeof createCatalogueCache>>;

/** The catalogue in memory, reloaded on a new version; orders read the rows themselves. */
export async function createCatalogueCache(db: Db) {
  let version = -1;
  let byCode: ReadonlyMap<string, Project> = new Map();
  let byGame: ReadonlyMap<string, Project> = new Map();
  const cache = {
    project: (code: string) => byCode.get(code) ?? null,
    projectOfGame: (gameId: string) => byGame.get(gameId) ?? null,
    projects: (): readonly Project[] => [...byCode.values()],
    version: () => version,
    refresh: async () => {
      const { version: current } = await db.one(catalogueVersion);
      if (current === version) return;
      const projects = await db.transaction(readProjects, {
        isolation: 'repeatable read',
        readOnly: true,
      });
      byCode = new Map(projects.map((project) => [project.code, project]));
      byGame = new Map(projects.map((project) => [project.gameId, project]));
      version = current;
    },
  };
  await cache.refresh();
  return cache;
}

/** Every project, as the transaction sees it. */
export async function readProjects(tx: Tx): Promise<Project[]> {
  const projects = await tx.many(allProjects);
  const regions = await tx.many(allRegions);
  const servers = await tx.many(allServers);
  const products = await tx.many(allProducts);
  const channels = await tx.many(allChannels);
  const events = await tx.many(allEvents);
  const serviceOf = servicesOf(await tx.many(currentService));
  return projects.map((row): Project => {
    const own = <T extends { project: string }>(rows: readonly T[]) =>
      rows.filter((each) => each.project === row.code);
    return {
      ...row.data,
      code: row.code,
      gameId: row.game_id,
      isOpen: row.is_open && serviceOf(row.code).state !== 'closed',
      service: serviceOf(row.code),
      gameAddress: { gameId: row.game_id, ...row.data.game },
      regions: own(regions),
      servers: new Map(own(servers).map((server) => [server.server_id, server])),
      products: new Map(
        own(products).map((product) => [
          product.product_id,
          { ...product, prices: new Map(Object.entries(product.prices ?? {})) },
        ]),
      ),
      channels: own(channels),
      events: own(events),
      currencyOf: new Map(row.data.countries.map((each) => [each.country, each.currency])),
      cidForm: new RegExp(row.data.cid_pattern),
    };
  });
}
