import type { Db, Tx } from '../platform/db/pool.ts';
import { roundsOf } from './import-events.ts';
import { readCatalogue, type CatalogueProject } from './read-catalogue.ts';
import {
  bumpCatalogueVersion,
  closeOtherProjects,
  dropOtherChannels,
  dropOtherPrices,
  dropOtherRegions,
  dropOtherServers,
  lockCatalogue,
  retireOtherProducts,
  saveChannels,
  saveEvents,
  savePrices,
  saveProducts,
  saveProjects,
  saveRegions,
  saveServers,
  unlistOtherEvents,
} from '../domain/projects/queries.ts';

/**
 * Imports the folder in one transaction; a second import changes nothing. Removed goods stay for
 * old orders and are no longer sold. The catalogue's version rises only when a row changed.
 * @throws CatalogueError naming file and field, before anything is written
 */
export async function importCatalogue(
  db: Db,
  folder: string,
  log: (line: string) => void,
): Promise<void> {
  const projects = await readCatalogue(folder);
  const codes = projects.map((project) => project.code);
  const changed = await db.transaction(async (tx) => {
    await tx.one(lockCatalogue);
    const rows = await importProjects(tx, projects, codes);
    if (rows > 0) await tx.run(bumpCatalogueVersion);
    return rows;
  });
  log(`catalogue: ${codes.join(', ')}${changed > 0 ? ` (${changed} rows changed)` : ''}`);
}

/** @returns the number of changed rows */
async function importProjects(
  tx: Tx,
  projects: readonly CatalogueProject[],
  codes: readonly string[],
): Promise<number> {
  const rowsOf = <T extends object>(list: (project: CatalogueProject) => readonly T[]) =>
    projects.flatMap((project) =>
      list(project).map((row, position) => ({ project: project.code, position, ...row })),
    );
  const regions = rowsOf((project) => project.regions);
  const servers = rowsOf((project) => project.servers);
  const channels = rowsOf((project) => project.channels);
  const products = rowsOf((project) => project.products).map(({ limit, ...product }) => ({
    ...product,
    limit_max: limit?.max ?? null,
    limit_period: limit?.period ?? null,
  }));
  const prices = products.flatMap(({ project, product_id, prices: byCurrency }) =>
    Object.entries(byCurrency).map(([currency, amount_minor]) => ({
      project,
      product_id,
      currency,
      amount_minor,
    })),
  );
  let changed = await tx.run(saveProjects, {
    rows: projects.map(({ code, game_id, order, open, data }) => ({
      code,
      game_id,
      seed_order: order,
      is_open: open,
      data,
    })),
  });
  changed += await tx.run(closeOtherProjects, { codes });
  const rounds = await roundsOf(tx, projects);
  // A server may move to a new region while its old one is removed: regions are added first,
  // removed last.
  changed += await tx.run(saveRegions, { rows: regions });
  changed += await tx.run(saveServers, { rows: servers });
  changed += await tx.run(dropOtherServers, { codes, rows: servers });
  changed += await tx.run(dropOtherRegions, { codes, rows: regions });
  changed += await tx.run(saveProducts, { rows: products });
  changed += await tx.run(retireOtherProducts, { codes, rows: products });
  changed += await tx.run(savePrices, { rows: prices });
  changed += await tx.run(dropOtherPrices, { codes, rows: prices });
  changed += await tx.run(saveChannels, { rows: channels });
  changed += await tx.run(dropOtherChannels, { codes, rows: channels });
  changed += await tx.run(saveEvents, { rows: rounds });
  changed += await tx.run(unlistOtherEvents, { codes, rows: rounds });
  return changed;
}
