import type { Db, Tx } from '../platform/db/pool.ts';
import { importEvents } from './import-events.ts';
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
  savePrices,
  saveProducts,
  saveProjects,
  saveRegions,
  saveServers,
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
  const changed = await db.transaction(async (tx) => {
    await tx.one(lockCatalogue);
    const rows = await importProjects(tx, projects);
    if (rows > 0) await tx.run(bumpCatalogueVersion);
    return rows;
  });
  const codes = projects.map((project) => project.code).join(', ');
  log(`catalogue: ${codes}${changed > 0 ? ` (${changed} rows changed)` : ''}`);
}

async function importProjects(tx: Tx, projects: readonly CatalogueProject[]): Promise<number> {
  let rows = await tx.run(saveProjects, {
    projects: projects.map(({ code, game_id, order, open, data }) => ({
      code,
      game_id,
      seed_order: order,
      is_open: open,
      data,
    })),
  });
  rows += await tx.run(closeOtherProjects, { codes: projects.map((project) => project.code) });
  for (const project of projects) {
    rows += await importServers(tx, project);
    rows += await importProducts(tx, project);
    rows += await importChannels(tx, project);
    rows += await importEvents(tx, project.code, project.events);
  }
  return rows;
}

async function importServers(tx: Tx, project: CatalogueProject): Promise<number> {
  const { code } = project;
  const regionIds = project.regions.map((region) => region.pr_id);
  const serverIds = project.servers.map((server) => server.server_id);
  // A server may move to a new region while its old one is removed: regions are added first,
  // removed last.
  return (
    (await tx.run(saveRegions, { project: code, regions: project.regions.map(withPosition) })) +
    (await tx.run(saveServers, { project: code, servers: project.servers.map(withPosition) })) +
    (await tx.run(dropOtherServers, { project: code, serverIds })) +
    (await tx.run(dropOtherRegions, { project: code, prIds: regionIds }))
  );
}

async function importProducts(tx: Tx, project: CatalogueProject): Promise<number> {
  const { code } = project;
  const products = project.products.map((product, position) => ({
    product_id: product.product_id,
    position,
    kind: product.kind,
    limit_max: product.limit?.max ?? null,
    limit_period: product.limit?.period ?? null,
    on_sale: product.on_sale,
    data: product.data,
  }));
  const prices = project.products.flatMap(({ product_id, prices: byCurrency }) =>
    Object.entries(byCurrency).map(([currency, amount_minor]) => ({
      product_id,
      currency,
      amount_minor,
    })),
  );
  const ids = products.map((product) => product.product_id);
  return (
    (await tx.run(saveProducts, { project: code, products })) +
    (await tx.run(retireOtherProducts, { project: code, productIds: ids })) +
    (await tx.run(savePrices, { project: code, prices })) +
    (await tx.run(dropOtherPrices, { project: code, prices }))
  );
}

async function importChannels(tx: Tx, project: CatalogueProject): Promise<number> {
  const ids = project.channels.map((channel) => channel.pay_id);
  return (
    (await tx.run(saveChannels, {
      project: project.code,
      channels: project.channels.map(withPosition),
    })) + (await tx.run(dropOtherChannels, { project: project.code, payIds: ids }))
  );
}

function withPosition<T>(row: T, position: number): T & { position: number } {
  return { ...row, position };
}
