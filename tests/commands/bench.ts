import { runBench } from '../bench/main.ts';
import { endAndTell, endOnSignals } from '../../tools/ending.ts';

/**
 * `npm run bench`: measures the shop against its limits; writes tests/bench/results.md and results.json.
 *
 *     npm run bench -- list pages           # prints only these parts; --write records them, too
 *     npm run bench -- --quick              # small counts, printed; tests the bench itself
 */
endOnSignals();
await runBench(process.argv.slice(2)).then(() => process.exit(0), endAndTell);
