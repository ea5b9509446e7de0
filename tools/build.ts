import { exitWithMessage, refuseOptions } from '../apps/api/src/operator/command-line.ts';
import { buildStorefront } from './storefront-build.ts';

/**
 * `npm run build`: builds the storefront for production unless it is current. Servers that start
 * later take the new build; running ones keep theirs, and older files stay for a day.
 */
try {
  refuseOptions();
  await buildStorefront(console.log);
  console.log('storefront: built.');
} catch (error) {
  exitWithMessage(error);
}
