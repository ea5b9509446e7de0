import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  exitWithMessage,
  readOptions,
  writeOutput,
} from '../apps/api/src/operator/command-line.ts';
import { billOf, partsOfShop } from './release/bill.ts';
import { ROOT } from './vite-build.ts';

/**
 * `npm run sbom [-- --out FILE]`: the shop's packages without development ones as CycloneDX JSON,
 * with version, licence and hash.
 */
try {
  const { out } = readOptions(['out']);
  // Verified edge: our own package.json.
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    version: string;
  };
  writeOutput(billOf(version, partsOfShop()), out);
} catch (error) {
  exitWithMessage(error);
}
