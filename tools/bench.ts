import { runBench } from '../bench/main.ts';
import { tellAndExit } from './tell.ts';

/** `npm run bench`: what bench/ measures, against its limits. */
await runBench(process.argv.slice(2)).then(() => process.exit(0), tellAndExit);
