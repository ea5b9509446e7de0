import { exportCharacter } from '../domain/retention/export-character.ts';
import { StartError } from '../platform/start-error.ts';
import { readOptions, runCommand, writeOutput } from './command-line.ts';
import { knownCid } from './inputs.ts';
import { printableJson } from './resolve-output.ts';
import { withShopDb } from './shop-database.ts';

const USAGE =
  'Name a character: npm run export -- --project miniflix --cid 12345678 [--server 112] [--out FILE].';

/**
 * `npm run export -- --project miniflix --cid 12345678 [--server 112] [--out FILE]` prints everything that is kept about
 * a character as JSON, for a request by law. Changes nothing. FILE can be read by its owner only.
 */
await runCommand(async () => {
  const given = readOptions(['project', 'server', 'cid', 'out']);
  const { project, server, cid: givenCid } = given;
  if (project === undefined || givenCid === undefined) throw new StartError(USAGE);
  await withShopDb({ name: 'export' }, async (db) => {
    const cid = await knownCid(db, project, givenCid);
    const exported = await exportCharacter(db, { project, cid, serverId: server ?? null });
    if (exported.kind === 'no_such_character') {
      throw new StartError('There is no such character in that project (and on that server).');
    }
    if (exported.kind === 'several') {
      throw new StartError(
        `This character id is used on several servers: say --server ${exported.servers.join(' or ')}.`,
      );
    }
    const { tables } = exported;
    const head = { exported_at: new Date().toISOString(), project, cid };
    writeOutput(`${printableJson({ ...head, tables })}\n`, given.out, 'private');
  });
});
