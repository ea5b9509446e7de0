import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { StartError } from '../../apps/api/src/platform/start-error.ts';
import { endAndTell, endOnSignals, opened } from '../../tools/ending.ts';
import { startFirefox } from '../engines/firefox.ts';
import { JOURNEYS } from '../engines/journeys.ts';
import { engineReport } from '../engines/report.ts';
import type { Engine } from '../engines/surface.ts';
import { startWebkit } from '../engines/webkit.ts';
import { buildStorefront } from '../../tools/storefront-build.ts';
import { startTestEnvironment } from '../support/environment.ts';

/**
 * `npm run engines -- firefox` or `webkit`: runs the three main journeys in Debian's Firefox or WebKit against a test
 * environment, and records the outcome in docs/engines.md. Exit code 1 when a journey fails.
 */

const RECORD = path.join(import.meta.dirname, '../../docs/engines.md');
const ENGINES: Readonly<Record<string, () => Promise<Engine>>> = {
  firefox: startFirefox,
  webkit: startWebkit,
};

endOnSignals();
try {
  const [, , word = ''] = process.argv;
  const start = ENGINES[word];
  if (!start) {
    throw new StartError(
      'Say which engine: npm run engines -- firefox, or npm run engines -- webkit.',
    );
  }
  // First, because it may report a missing package.
  const engine = await start();
  const closeEngine = opened(() => engine.close());
  console.log(`${engine.name} ${engine.version}`);
  const outcomes: Record<string, string> = {};
  try {
    await buildStorefront(console.log);
    const environment = await startTestEnvironment();
    try {
      for (const [name, journey] of Object.entries(JOURNEYS)) {
        outcomes[name] = await journey(engine, environment).then(
          () => 'passes',
          (error: unknown) => `fails: ${error instanceof Error ? error.message : String(error)}`,
        );
        console.log(`${name} ${outcomes[name]}`);
      }
    } finally {
      await environment.stop();
    }
  } finally {
    await closeEngine();
  }
  const before = existsSync(RECORD) ? readFileSync(RECORD, 'utf8') : '';
  writeFileSync(RECORD, engineReport(before, engine, outcomes));
  process.exitCode = Object.values(outcomes).every((each) => each === 'passes') ? 0 : 1;
} catch (error) {
  await endAndTell(error);
}
