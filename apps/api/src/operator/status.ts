import { runCommand, refuseOptions } from './command-line.ts';
import { statusOf } from './reports.ts';
import { printable } from './resolve-output.ts';
import { withShopContext } from './shop-database.ts';

/** `npm run status` prints the work that waits for a gateway, a game or a person. Changes nothing. */
await runCommand(async () => {
  refuseOptions();
  await withShopContext({ name: 'status', connections: 2, logTo: 'stderr' }, async (ctx) =>
    console.log(printable(await statusOf(ctx))),
  );
});
