import { runBench } from '../bench/main.ts';
import { endAndTell, endOnSignals } from '../../tools/ending.ts';

/**
 * `npm run bench`: what bench/ measures, against its limits; written to tests/bench/results.md and results.json.
 *
 *     npm run bench -- list pages           # only these parts, shown; --write: they take their places in what was written
 *     npm run bench -- --quick              # small counts, shown; tries the bench itself
 */
endOnSignals();
await runBench(process.argv.slice(2)).then(() => process.exit(0), endAndTell);
