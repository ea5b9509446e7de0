import { buildContext } from '../build-context.ts';
import { readConfig } from '../config/config.ts';
import { joinShop } from './database.ts';
import { refuseOptions } from './options.ts';
import { statusOf } from './status-page.ts';
import { exitWithMessage } from './tell.ts';

/** `npm run status`: what waits for the outside or for a person, until there is a console. Changes nothing. */
try {
  refuseOptions();
  const config = readConfig(process.env);
  const database = await joinShop(config);
  try {
    const { ctx, close } = await buildContext(
      { ...config, databaseUrl: database.url },
      { name: 'status', connections: 2, logTo: 'stderr' },
    );
    try {
      console.log(await statusOf(ctx));
    } finally {
      await close();
    }
  } finally {
    await database.stop();
  }
} catch (error) {
  exitWithMessage(error);
}
