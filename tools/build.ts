import { exitWithMessage, refuseOptions } from '../apps/api/src/operator/command-line.ts';
import { buildStorefront } from './storefront-build.ts';

/**
 * `npm run build`: builds the storefront for production in apps/storefront/dist unless it is
 * current.
 */
try {
  refuseOptions();
  await buildStorefront(console.log);
  console.log('storefront: built.');
} catch (error) {
  exitWithMessage(error);
}
