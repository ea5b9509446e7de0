import { parseArgs } from 'node:util';
import { StartError } from '../../apps/api/src/platform/start-error.ts';
import { buildStorefront } from '../../tools/storefront-build.ts';
import { startTestEnvironment, type TestEnvironment } from '../support/environment.ts';
import { machineFacts } from './facts.ts';
import { tableOf, type Part, type Scale } from './figures.ts';
import { benchArchive } from './archive.ts';
import { benchCommands } from './commands.ts';
import { benchConsoleReads } from './console-reads.ts';
import { benchConsoleTasks } from './console-tasks.ts';
import { benchCosts } from './costs.ts';
import { benchEvents } from './events.ts';
import { benchFiltering } from './filtering.ts';
import { benchGoodsList } from './goods-list.ts';
import { benchGrowth } from './growth.ts';
import { benchPages } from './pages.ts';
import { benchPurchases } from './purchases.ts';
import { benchRelease } from './release-starts.ts';
import { benchScripts } from './scripts.ts';
import { benchMemory, benchStarts } from './start-times.ts';
import { benchWaiting } from './waiting.ts';
import { benchWheel } from './wheel.ts';
import { writeResults } from './write-results.ts';

/** In order: each part prepares data for the next. */
const PARTS = [
  'start',
  'release',
  'memory',
  'list',
  'events',
  'purchases',
  'costs',
  'waiting',
  'growth',
  'archive',
  'commands',
  'console',
  'tasks',
  'scripts',
  'pages',
  'filtering',
  'wheel',
] as const;
const WITHOUT_WORLD: ReadonlySet<PartName> = new Set([
  'start',
  'release',
  'costs',
  'waiting',
  'growth',
  'archive',
  'commands',
  'console',
  'tasks',
  'scripts',
  'filtering',
  'wheel',
]);
type PartName = (typeof PARTS)[number];

/**
 * `npm run bench`: all parts in about twenty minutes, or the named ones; `--write` records those in
 * results.md and results.json, `--quick` only tests the bench.
 */
export async function runBench(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const scale: Scale = values.quick ? 'quick' : 'full';
  const wanted = wantedParts(positionals);
  const facts = machineFacts();
  const parts = await measure(wanted, scale);
  if (scale === 'full' && (values.write || wanted.length === PARTS.length)) {
    writeResults(facts, parts);
    console.log('\nWritten to tests/bench/results.md and tests/bench/results.json.');
  }
}

function wantedParts(names: readonly string[]): readonly PartName[] {
  const unknown = names.filter((name) => !PARTS.some((part) => part === name));
  if (unknown.length > 0) {
    throw new StartError(`The bench has no part ${unknown.join(', ')}, only ${PARTS.join(', ')}.`);
  }
  return names.length === 0 ? PARTS : PARTS.filter((part) => names.includes(part));
}

async function measure(wanted: readonly PartName[], scale: Scale): Promise<Part[]> {
  const parts: Part[] = [];
  const show = (...measured: readonly Part[]): void => {
    parts.push(...measured);
    for (const part of measured) console.log(`\n${tableOf(part)}`);
  };
  if (wanted.includes('start')) show(await benchStarts(scale));
  await buildStorefront((line) => console.log(line));
  if (wanted.includes('release')) show(await benchRelease(scale));
  if (wanted.includes('scripts')) show(benchScripts());
  if (wanted.includes('waiting')) show(await benchWaiting(scale));
  if (wanted.includes('costs')) show(await benchCosts(scale));
  if (wanted.includes('growth')) show(await benchGrowth(scale));
  if (wanted.includes('archive')) show(await benchArchive(scale));
  if (wanted.includes('commands')) show(await benchCommands(scale));
  if (wanted.includes('console')) show(await benchConsoleReads(scale));
  if (wanted.includes('tasks')) show(await benchConsoleTasks(scale));
  if (wanted.includes('filtering')) show(await benchFiltering(scale));
  if (wanted.includes('wheel')) show(await benchWheel(scale));
  if (wanted.every((name) => WITHOUT_WORLD.has(name))) return parts;
  const environment: TestEnvironment = await startTestEnvironment({ fsync: true });
  try {
    if (wanted.includes('memory')) show(await benchMemory(environment, scale));
    if (wanted.includes('list')) show(await benchGoodsList(environment, scale));
    if (wanted.includes('events')) show(await benchEvents(environment, scale));
    if (wanted.includes('purchases')) show(...(await benchPurchases(environment, scale)));
    if (wanted.includes('pages')) show(await benchPages(environment, scale));
    return parts;
  } finally {
    await environment.stop();
  }
}
