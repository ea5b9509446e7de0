import { runCommand } from './command-line.ts';
import { COMMANDS, listCommands } from './operator-commands.ts';
import { readOperatorVerb, runOperator } from './operator-verbs.ts';
import { withShopContext } from './shop-database.ts';

/**
 * The one entry to all commands of operators:
 *
 *     npm run operator -- commands                 lists them, one per line, for a shell's completion
 *     npm run operator -- COMMAND ARGUMENTS        runs one: `operator -- reconcile --day DAY`
 *     npm run operator -- COMMAND --help           describes it
 *
 * Invites people to the console, and takes their access away (docs/operations.md "Operators of the console"):
 *
 *     npm run operator -- invite NAME --role ROLE[,ROLE] [--project CODE[,CODE]]     prints a link to join, good once for 24 h
 *     npm run operator -- list
 *     npm run operator -- disable NAME             ends the sessions; the last active admin stays
 *     npm run operator -- enable NAME
 *     npm run operator -- roles NAME --role ROLE[,ROLE] [--project CODE[,CODE]]      ends the sessions
 *     npm run operator -- reset NAME               a new invitation; the old credentials are gone
 *     npm run operator -- sign-in --role ROLE      sandbox only: an address that signs in once
 *
 * ROLE is support, liveops, finance, admin or auditor. `--project all` stands for every project, as does none at `invite`.
 * `--by NAME` is written to the audit log; the default is this machine's user.
 */
const [name = '', ...rest] = process.argv.slice(2);
const command = COMMANDS.get(name);
if (command !== undefined) {
  // The command reads its own arguments, as if it had been called by its name.
  process.argv.splice(2, 1);
  await command();
} else if (name === 'commands' && rest.length === 0) {
  console.log(listCommands().join('\n'));
} else {
  await runCommand(async () => {
    const given = process.argv.slice(2);
    // Refuses wrong arguments before a database starts.
    readOperatorVerb(given);
    await withShopContext({ name: 'operator', connections: 2, logTo: 'stderr' }, async (ctx) =>
      console.log(await runOperator(ctx, given)),
    );
  });
}
