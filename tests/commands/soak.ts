import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { reportOf } from '../chaos/soak/report.ts';
import { soak } from '../chaos/soak/run.ts';
import { endAndTell, endOnSignals } from '../../tools/ending.ts';
import { readCount, readCountFirst } from '../../apps/api/src/operator/options.ts';

const DEFAULT_MINUTES = 5;
const PAGE = path.join(import.meta.dirname, '../../docs/soak.md');

/**
 * Purchases, events and reads with attacks and fuzz beside them, for so many minutes:
 *
 *     npm run soak -- 30 --write          # writes docs/soak.md
 *     npm run soak -- 5 --seed 7
 *
 * Ends with 1 when memory or answer times grow, when anything is not given back, or an attack gets through.
 */
endOnSignals();
try {
  const {
    count: minutes,
    given,
    isSet,
  } = readCountFirst('minutes', DEFAULT_MINUTES, ['seed'], ['write']);
  const seed = readCount('seed', given.seed, 1 + (Date.now() % 1_000_000));
  console.log(`soak: ${minutes} minutes, seed ${seed}`);
  const report = await soak(minutes, seed, (line) => console.log(line));
  const text = reportOf(report);
  console.log(text);
  if (isSet('write'))
    await writeFile(PAGE, pageOf(text, `npm run soak -- ${minutes} --seed ${seed} --write`));
  process.exitCode = report.wrong.length === 0 ? 0 : 1;
} catch (error) {
  await endAndTell(error);
}

function pageOf(text: string, command: string): string {
  return `# Soak

Honest players read, buy and play, while every attack of [attack.md](attack.md) and the requests of [fuzz.md](fuzz.md) go on beside
them. Looked at all the while: memory after its garbage was collected, answer times of reads, everything a process can forget to
give back. Written by the command that does it again:

\`\`\`
${command}
\`\`\`

${text}
`;
}
