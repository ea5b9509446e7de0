import path from 'node:path';
import { readConfig, type Config } from '../config/config.ts';
import { hasSteep } from '../catalogue-import/difference.ts';
import { differenceInWords, steepInWords } from '../catalogue-import/difference-in-words.ts';
import type { ImportOptions } from '../catalogue-import/import-catalogue.ts';
import { unofferedWays } from '../catalogue-import/read-channels.ts';
import { readCatalogue } from '../catalogue-import/read-catalogue.ts';
import { textsToTranslate, untranslated } from '../catalogue-import/untranslated.ts';
import { StartError } from '../platform/start-error.ts';
import { parseWords, runCommand } from './command-line.ts';
import { exportCatalogue } from './export-catalogue.ts';
import { withShopDb, compareWithShop, joinDatabase, prepareDatabase } from './shop-database.ts';

const USAGE =
  'Say what to do: npm run catalogue -- check [DIR], import [DIR], export PROJECT [DIR], or texts PROJECT LANGUAGE.';

/**
 * The folder DIR (CATALOGUE_DIR without it) and the database:
 *   npm run catalogue -- check [DIR]               changes nothing: finds mistakes, lists missing translations, and shows
 *                                                  what an import would change in the database of the shop that runs
 *   npm run catalogue -- import [DIR]              brings the database to the state of the folder, and shows what changed;
 *                                                  a running shop sells the new goods within a second
 *   npm run catalogue -- export PROJECT [DIR]     writes the files of the live version below DIR, byte for byte
 *   npm run catalogue -- texts PROJECT LANGUAGE    prints the English texts of a project in the form of the language's
 *                                                  file, with the translations there are and empty texts for the others
 *   --over PROJECT-NUMBER   the import replaces this version, which the console published; it is refused otherwise
 *   --yes-prices   prices, and what goods give, may change by more than 30 %; check and import refuse that otherwise
 */
await runCommand(async () => {
  const { positionals, values } = parseWords({
    options: {
      'yes-prices': { type: 'boolean' },
      over: { type: 'string', multiple: true },
    },
    allowPositionals: true,
  });
  const [verb, first, second, ...rest] = positionals;
  const config = readConfig(process.env);
  const anyPrice = values['yes-prices'] === true;
  const over = values.over ?? [];
  if (over.length > 0 && verb !== 'import') throw new StartError(USAGE);
  if (verb === 'texts' && first !== undefined && rest.length === 0 && !anyPrice) {
    const texts = await textsToTranslate(config.catalogueDir, first, second);
    console.log(JSON.stringify(texts, null, 2));
    return;
  }
  if (verb === 'export') {
    if (first === undefined || rest.length > 0 || anyPrice) throw new StartError(USAGE);
    const target = second === undefined ? config.catalogueDir : path.resolve(second);
    await withShopDb({ name: 'catalogue' }, async (db) => {
      for (const line of await exportCatalogue(db, first, target)) console.log(line);
    });
    return;
  }
  const dir = first === undefined ? config.catalogueDir : path.resolve(first);
  if (second !== undefined) throw new StartError(USAGE);
  if (verb === 'check') await check(config, dir, anyPrice);
  else if (verb === 'import') await importFrom(config, dir, { anyPrice, over });
  else throw new StartError(USAGE);
});

/** @throws StartError for a mistake in the folder, or a price or content that changes too much */
async function check(config: Config, dir: string, anyPrice: boolean): Promise<void> {
  const projects = await readCatalogue(dir, config.methods);
  console.log(`The catalogue holds ${projects.length} projects and is valid.`);
  for (const line of unofferedWays(projects, config.methods)) console.log(line);
  for (const line of await untranslated(dir)) console.log(line);
  const difference = await compareWithShop(config, dir);
  if (typeof difference === 'string') {
    console.log(`Prices were not compared with the database. ${difference}`);
    return;
  }
  for (const line of differenceInWords(difference, dir)) console.log(line);
  if (!anyPrice && hasSteep(difference)) throw new StartError(steepInWords(difference));
}

/** @throws StartError as `check`; nothing is changed then */
async function importFrom(
  config: Config,
  dir: string,
  options: Required<ImportOptions>,
): Promise<void> {
  const database = await joinDatabase(config);
  try {
    await prepareDatabase(
      database,
      dir,
      console.log,
      config.databasePooler,
      options,
      config.methods,
    );
  } finally {
    await database.stop();
  }
  if (dir === config.catalogueDir) return;
  console.log(`The shop serves pictures from ${config.catalogueDir}: copy new ones there.`);
}
