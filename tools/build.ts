import { refuseOptions } from '../apps/api/src/operator/options.ts';
import { buildStorefront } from './storefront-build.ts';
import { exitWithMessage } from '../apps/api/src/operator/tell.ts';

/** `npm run build`: the storefront for production, in apps/storefront/dist; nothing is done while its sources are unchanged. */
try {
  refuseOptions();
  await buildStorefront(console.log);
  console.log('storefront: built.');
} catch (error) {
  exitWithMessage(error);
}
