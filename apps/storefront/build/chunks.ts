import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';

type ModuleInfo = { readonly importedIds: readonly string[] };
type ModuleGraph = { getModuleInfo(id: string): ModuleInfo | null };

const SOURCE = resolve(import.meta.dirname, '../src');
const MAIN = resolve(SOURCE, 'app/main.tsx');
const RUNTIME = '\0rolldown/runtime';
const HOME = screenOf('Home');
const TIME_LEFT = resolve(SOURCE, 'ui/Countdown/TimeLeft.tsx');

/** Screens that must share a module before it moves to the chunk `screens`. */
const SHARED_BY = 4;

/** Counted as one screen: a part that all three share is no more common for that. */
const EVENTS: readonly string[] = ['Bargain', 'Cumulation', 'WeeklyCard'];

/**
 * Names the chunk `shop`: the imports of main.tsx and the kit parts of home, which other screens
 * reuse. Without it the bundler splits at each pair of screens, and a page makes a dozen requests.
 */
export function firstChunk(): (id: string, graph: ModuleGraph) => string | null {
  let needed: ReadonlySet<string> | null = null;
  return (id, graph) => {
    needed ??= new Set([
      ...importsOf(MAIN, graph),
      ...[...importsOf(HOME, graph)].filter((each) => !each.startsWith(resolve(SOURCE, 'screens'))),
    ]);
    const isNeeded = needed.has(id) || id.startsWith(RUNTIME);
    return isNeeded && id !== MAIN ? 'shop' : null;
  };
}

/** Statistics and script policy. */
const SEEN = /\/(?:features\/analytics\/seen|browser\/trusted-scripts)\.ts$/;

/** Names the chunk `time` for the parts that home loads later: in `screens`, all of it would come along with them. */
export function timeChunk(): (id: string, graph: ModuleGraph) => string | null {
  let needed: ReadonlySet<string> | null = null;
  return (id, graph) => {
    needed ??= importsOf(TIME_LEFT, graph);
    return needed.has(id) || SEEN.test(id) ? 'time' : null;
  };
}

/** Names the chunk `query`: in `screens` it would cost pages without a cache a third more. */
export const queryChunk = (id: string) => (isQuery(id) ? 'query' : null);

function isQuery(id: string): boolean {
  return /\/node_modules\/@tanstack\/|\/features\/account\/(?:query|with-session)\.tsx$/.test(id);
}

/** Names the chunk `screens` for modules that many screens except home need. */
export function nextChunk(): (id: string, graph: ModuleGraph) => string | null {
  let counts: ReadonlyMap<string, number> | null = null;
  return (id, graph) => {
    counts ??= screensOfModules(graph);
    const isShared = (counts.get(id) ?? 0) >= SHARED_BY;
    return isShared && ![...importsOf(id, graph)].some(isQuery) ? 'screens' : null;
  };
}

/** Screens that share modules with Payment, by chunk. */
const SHARED_WITH_PAYMENT = {
  goods: ['GoodsList', 'Items'],
  order: ['Result', 'Orders'],
  pay: ['MallCheckout'],
} as const;

/** Names the chunk of the modules that Payment shares with the screens of that name. */
export function paymentChunk(
  name: keyof typeof SHARED_WITH_PAYMENT,
): (id: string, graph: ModuleGraph) => string | null {
  let shared: ReadonlySet<string> | null = null;
  return (id, graph) => {
    shared ??= sharedWithPayment(SHARED_WITH_PAYMENT[name], graph);
    return shared.has(id) ? name : null;
  };
}

function sharedWithPayment(screens: readonly string[], graph: ModuleGraph): ReadonlySet<string> {
  const theirs = new Set(screens.flatMap((screen) => [...importsOf(screenOf(screen), graph)]));
  return new Set([...importsOf(screenOf('Payment'), graph)].filter((id) => theirs.has(id)));
}

/** Counts the screens that import each module. */
function screensOfModules(graph: ModuleGraph): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const entries = readdirSync(resolve(SOURCE, 'screens')).map((entry) => entry.replace('.tsx', ''));
  // An empty left-over folder is no screen, nor a second one beside its file.
  const screens = [...new Set(entries)].filter((screen) => existsSync(screenOf(screen)));
  const groups = [
    ...screens.filter((screen) => !EVENTS.includes(screen)).map((screen) => [screen]),
    EVENTS,
  ];
  for (const group of groups) {
    const needed = new Set(group.flatMap((screen) => [...importsOf(screenOf(screen), graph)]));
    for (const id of needed) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

function screenOf(name: string): string {
  const file = resolve(SOURCE, 'screens', `${name}.tsx`);
  return existsSync(file) ? file : resolve(SOURCE, 'screens', name, 'Screen.tsx');
}

/** Collects `start` and all its static imports. */
function importsOf(start: string, graph: ModuleGraph): ReadonlySet<string> {
  const found = new Set([start]);
  // The set grows while it is read.
  for (const id of found) graph.getModuleInfo(id)?.importedIds.forEach((each) => found.add(each));
  return found;
}
