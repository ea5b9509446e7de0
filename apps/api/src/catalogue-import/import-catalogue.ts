import { unofferedWays } from './read-channels.ts';
import type { Methods } from '../config/methods/read-methods.ts';
import type { Db, Tx } from '../platform/db/pool.ts';
import { StartError } from '../platform/start-error.ts';
import {
  catalogueSnapshot,
  countOf,
  differenceOf,
  hasSteep,
  type ChangedRows,
} from './difference.ts';
import { changesInWords, steepInWords } from './difference-in-words.ts';
import { located } from './locate.ts';
import { roundsOf } from './import-events.ts';
import { keepImported, newerThan, readFolder, refusePublished } from './imported-versions.ts';
import type { CatalogueProject } from './read-catalogue.ts';
import {
  bumpCatalogueVersion,
  closeOtherProjects,
  dropOtherChannels,
  dropOtherPrices,
  dropOtherRegions,
  dropOtherServers,
  hasCatalogue,
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

export type ImportOptions = {
  /** Also takes prices and contents that change by more than 30 %; without it they are refused. */
  readonly anyPrice?: boolean;
  /** Versions published by the console that the folder replaces, such as `poi_mbo-3`, or all; others refuse the import. */
  readonly over?: readonly string[] | 'all';
};

/**
 * Imports the folder in one transaction; a second import changes nothing. Removed goods stay for
 * old orders and are no longer sold. The catalogue's version rises only when a row changed.
 * @throws CatalogueError naming file, line and field; StartError naming prices and contents that change too much. Nothing is written then
 */
export async function importCatalogue(
  db: Db,
  folder: string,
  log: (line: string) => void,
  options: ImportOptions = {},
  methods?: Methods,
): Promise<void> {
  await importFolder(db, folder, log, () => true, options, methods);
}

/**
 * Imports as `importCatalogue`, but only into a database without a catalogue.
 * @returns false when it has one
 * @throws CatalogueError naming file, line and field
 */
export async function importIntoEmpty(
  db: Db,
  folder: string,
  log: (line: string) => void,
  methods?: Methods,
): Promise<boolean> {
  const isEmpty = async (tx: Tx) => !(await tx.one(hasCatalogue)).found;
  return importFolder(db, folder, log, isEmpty, {}, methods);
}

async function importFolder(
  db: Db,
  folder: string,
  log: (line: string) => void,
  isWanted: (tx: Tx) => boolean | Promise<boolean>,
  { anyPrice = false, over = [] }: ImportOptions,
  methods: Methods | undefined,
): Promise<boolean> {
  const { projects, folders } = await readFolder(db, folder, methods);
  const imported = db.transaction(async (tx) => {
    await tx.one(lockCatalogue);
    // Under the lock: of two first starts, the second finds the catalogue of the first.
    if (!(await isWanted(tx))) return null;
    const newer = await newerThan(tx, folders);
    refusePublished(newer, over);
    const before = await catalogueSnapshot(tx);
    const rows = await importProjects(tx, projects);
    const difference = differenceOf(before, await catalogueSnapshot(tx), rows);
    if (!anyPrice && hasSteep(difference)) throw new StartError(steepInWords(difference));
    await keepImported(tx, newer);
    if (countOf(rows) > 0) await tx.run(bumpCatalogueVersion);
    return difference;
  });
  const difference = await imported.catch(async (error: unknown) => {
    throw await located(folder, error);
  });
  if (difference === null) return false;
  const changed = countOf(difference.rows);
  const codes = projects.map(({ code }) => code).join(', ');
  log(`catalogue: ${codes}${changed > 0 ? ` (${changed} rows changed)` : ''}`);
  for (const line of changesInWords(difference)) log(line);
  if (methods !== undefined) unofferedWays(projects, methods).forEach(log);
  return true;
}

/**
 * Brings the rows of projects to the folder's state, under the catalogue's lock.
 * @param isWhole the folder: projects that it does not have are closed
 */
export async function importProjects(
  tx: Tx,
  projects: readonly CatalogueProject[],
  isWhole = true,
): Promise<ChangedRows> {
  const codes = projects.map(({ code }) => code);
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
  const changed = { project: 0, region: 0, server: 0, product: 0, price: 0, method: 0, event: 0 };
  changed.project += await tx.run(saveProjects, {
    rows: projects.map(({ code, game_id, order, open, data }) => ({
      code,
      game_id,
      seed_order: order,
      is_open: open,
      data,
    })),
  });
  if (isWhole) changed.project += await tx.run(closeOtherProjects, { codes });
  const rounds = await roundsOf(tx, projects);
  // A server may move to a new region while its old one is removed: regions are added first,
  // removed last.
  changed.region += await tx.run(saveRegions, { rows: regions });
  changed.server += await tx.run(saveServers, { rows: servers });
  changed.server += await tx.run(dropOtherServers, { codes, rows: servers });
  changed.region += await tx.run(dropOtherRegions, { codes, rows: regions });
  changed.product += await tx.run(saveProducts, { rows: products });
  changed.product += await tx.run(retireOtherProducts, { codes, rows: products });
  changed.price += await tx.run(savePrices, { rows: prices });
  changed.price += await tx.run(dropOtherPrices, { codes, rows: prices });
  changed.method += await tx.run(saveChannels, { rows: channels });
  changed.method += await tx.run(dropOtherChannels, { codes, rows: channels });
  changed.event += await tx.run(saveEvents, { rows: rounds });
  changed.event += await tx.run(unlistOtherEvents, { codes, rows: rounds });
  return changed;
}
