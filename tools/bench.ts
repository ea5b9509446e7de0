import { runBench } from '../bench/main.ts';
import { endAndTell, endOnSignals } from './ending.ts';

/** `npm run bench`: what bench/ measures, against its limits. */
endOnSignals();
await runBench(process.argv.slice(2)).then(() => process.exit(0), endAndTell);
