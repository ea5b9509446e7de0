import { soak } from '../chaos/soak/run.ts';
import { endAndTell, endOnSignals } from '../../tools/ending.ts';
import { writeFigures } from '../support/docs-figures.ts';
import { readCount, readCountFirst } from '../../apps/api/src/operator/command-line.ts';

const DEFAULT_MINUTES = 5;

/**
 * Runs purchases, events and reads beside attacks and fuzzing for some minutes:
 *
 *     npm run soak -- 30 --write          # writes docs/soak.md
 *     npm run soak -- 5 --seed 7
 *
 * Exit code 1 when memory or answer times grow, a resource is not released, or an attack succeeds.
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
  const { wrong, table } = await soak(minutes, seed, (line) => console.log(line));
  console.log([table, ...wrong.map((each) => `- ${each}`)].join('\n'));
  const command = `npm run soak -- ${minutes} --seed ${seed} --write`;
  if (isSet('write')) await writeFigures('soak.md', command, table);
  process.exitCode = wrong.length === 0 ? 0 : 1;
} catch (error) {
  await endAndTell(error);
}
