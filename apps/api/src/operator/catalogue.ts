import { readConfig } from '../config/config.ts';
import { readCatalogue } from '../catalogue-import/read-catalogue.ts';
import { textsToTranslate, untranslated } from '../catalogue-import/untranslated.ts';
import { StartError } from '../platform/start-error.ts';
import { runCommand } from './command-line.ts';
import { joinDatabase, prepareDatabase } from './shop-database.ts';

/**
 * `npm run catalogue -- import` brings the database to the state of catalogue/; a running shop sells the new goods
 * within a second. `npm run catalogue -- check` only reads the folder and lists missing translations.
 * `npm run catalogue -- texts miniflix de` prints the English texts of a project in the form of the German file, with
 * the translations there are and empty texts for the others.
 */
await runCommand(async () => {
  const [, , verb, folder, lang] = process.argv;
  const config = readConfig(process.env);
  const { catalogueDir } = config;
  if (verb === 'check') {
    const projects = await readCatalogue(catalogueDir);
    console.log(`The catalogue holds ${projects.length} projects and is valid.`);
    for (const line of await untranslated(catalogueDir)) console.log(line);
  } else if (verb === 'texts' && folder !== undefined) {
    console.log(JSON.stringify(await textsToTranslate(catalogueDir, folder, lang), null, 2));
  } else if (verb === 'import') {
    const database = await joinDatabase(config);
    try {
      await prepareDatabase(database, catalogueDir, console.log, config.databasePooler);
    } finally {
      await database.stop();
    }
  } else {
    throw new StartError(
      'Say what to do: npm run catalogue -- import, check, or texts PROJECT LANGUAGE.',
    );
  }
});
