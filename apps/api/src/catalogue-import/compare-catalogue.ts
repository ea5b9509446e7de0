import type { Db } from '../platform/db/pool.ts';
import type { Methods } from '../config/methods/read-methods.ts';
import { lockCatalogue } from '../domain/projects/queries.ts';
import { catalogueSnapshot, differenceOf, type CatalogueDifference } from './difference.ts';
import { importProjects } from './import-catalogue.ts';
import { readFolder } from './imported-versions.ts';
import { located } from './locate.ts';

/** Ends the transaction that tries the import. */
class Compared extends Error {
  readonly found: CatalogueDifference;
  constructor(found: CatalogueDifference) {
    super('the import was tried and taken back');
    this.found = found;
  }
}

/**
 * Compares a database with a catalogue folder: tries the import in a transaction and rolls it back.
 * @throws CatalogueError naming file, line and field
 */
export async function compareCatalogue(
  db: Db,
  folder: string,
  methods?: Methods,
): Promise<CatalogueDifference> {
  const { projects } = await readFolder(db, folder, methods);
  try {
    return await db.transaction<CatalogueDifference>(async (tx) => {
      await tx.one(lockCatalogue);
      const before = await catalogueSnapshot(tx);
      const rows = await importProjects(tx, projects);
      throw new Compared(differenceOf(before, await catalogueSnapshot(tx), rows));
    });
  } catch (error) {
    if (error instanceof Compared) return error.found;
    throw await located(folder, error);
  }
}
