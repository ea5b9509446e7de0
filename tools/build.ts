import { exitWithMessage, refuseOptions } from '../apps/api/src/operator/command-line.ts';
import { buildStorefront } from './storefront-build.ts';

/** `npm run build`: the storefront for production, in apps/storefront/dist; nothing is done while its sources are unchanged. */
try {
  refuseOptions();
  await buildStorefront(console.log);
  console.log('storefront: built.');
} catch (error) {
  exitWithMessage(error);
}
