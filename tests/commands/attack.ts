import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { audit } from '../security/audit.ts';
import { auditOf, tableOf } from '../security/report.ts';
import { attackAll, openField } from '../security/run.ts';
import { THEMES } from '../security/themes.ts';
import { endAndTell, endOnSignals } from '../../tools/ending.ts';
import { readCount, readOptions } from '../../apps/api/src/operator/options.ts';
import { startTestEnvironment } from '../support/environment.ts';

const DEFAULT_PARALLEL = 1_000;
const PAGE = path.join(import.meta.dirname, '../../docs/attack.md');

/**
 * A hostile client that knows the signing secret, against a whole running shop:
 *
 *     npm run attack                       # races of 1,000 calls at once; writes docs/attack.md
 *     npm run attack -- --parallel 100     # as npm test runs it; writes nothing
 *
 * Ends with 1 when anything gets through, and says what.
 */
endOnSignals();
try {
  const given = readOptions(['parallel']);
  const parallel = readCount('parallel', given.parallel, DEFAULT_PARALLEL);
  const environment = await startTestEnvironment();
  const { field, close } = await openField(environment, parallel);
  try {
    const outcomes = await attackAll(field, THEMES, ({ attack, outcome, gotThrough }) => {
      console.log(`${gotThrough ? 'GOT THROUGH' : 'ok'}  ${attack}: ${outcome}`);
    });
    console.log('Everything was tried. What is under way comes to its end; then all is counted.');
    const found = await audit(field, 1);
    const isWhole = outcomes.every(({ gotThrough }) => !gotThrough) && found.wrong.length === 0;
    const text = `${tableOf(outcomes)}\n\n## What was left\n\n${auditOf(found)}\n`;
    console.log(
      `\n${text}\n${outcomes.length} attacks, ${outcomes.filter(({ gotThrough }) => gotThrough).length} got through.`,
    );
    if (parallel >= DEFAULT_PARALLEL) await writeFile(PAGE, pageOf(text, parallel));
    process.exitCode = isWhole ? 0 : 1;
  } finally {
    await close();
    await environment.stop();
  }
} catch (error) {
  await endAndTell(error);
}

function pageOf(text: string, parallel: number): string {
  return `# Attack

What a hostile client that knows the signing secret tries against a whole running shop, with races of ${parallel} calls at
once, and what came of it. Written by the command that gives it again; its short form is in \`npm test\`:

\`\`\`
npm run attack
\`\`\`

${text}`;
}
