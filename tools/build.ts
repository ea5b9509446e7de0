import { exitWithMessage, refuseOptions } from '../apps/api/src/operator/command-line.ts';
import { buildConsole } from './console-build.ts';
import { buildStorefront } from './storefront-build.ts';

/**
 * `npm run build`: builds storefront and console for production unless they are current. Servers that start later take
 * the new storefront; running ones keep theirs. Running consoles serve the new pages at once. Older files stay for a day.
 */
try {
  refuseOptions();
  await buildStorefront(console.log);
  console.log('storefront: built.');
  await buildConsole(console.log);
  console.log('console: built.');
} catch (error) {
  exitWithMessage(error);
}
