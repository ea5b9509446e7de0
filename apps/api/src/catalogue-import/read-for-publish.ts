import type { Methods } from '../config/methods/read-methods.ts';
import type { ReadForPublish } from '../domain/projects/versions.ts';
import { catalogueSnapshot, countOf, differenceOf } from './difference.ts';
import { rowChangesInWords } from './difference-in-words.ts';
import { importProjects } from './import-catalogue.ts';
import { readProject } from './read-catalogue.ts';

/** Publishes as an import does, one project alone. @param dir the catalogue's folder, for pictures */
export function readerForPublish(dir: string, methods: Methods): ReadForPublish {
  return async (project, texts) => {
    const read = await readProject({ dir, project, texts }, project, methods);
    return async (tx) => {
      const before = await catalogueSnapshot(tx);
      const rows = await importProjects(tx, [read], false);
      const { prices, others } = differenceOf(before, await catalogueSnapshot(tx), rows);
      return {
        prices: prices.map(({ productId, currency, inDatabase, inFolder }) => ({
          productId,
          currency,
          before: inDatabase,
          after: inFolder,
        })),
        others: rowChangesInWords(others),
        count: countOf(rows),
      };
    };
  };
}
