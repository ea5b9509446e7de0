import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';

type ModuleInfo = { readonly importedIds: readonly string[] };
type ModuleGraph = { getModuleInfo(id: string): ModuleInfo | null };

const SOURCE = resolve(import.meta.dirname, '../src');
const MAIN = resolve(SOURCE, 'app/main.tsx');
/** The bundler's own few lines, which every chunk uses. */
const RUNTIME = '\0rolldown/runtime';
const HOME = screenOf('Home');
/** Of home's events, which come a moment later: in `screens` they would bring all of that along. */
const TIME_LEFT = resolve(SOURCE, 'ui/Countdown/TimeLeft.tsx');

/** As many screens as share a part make it one of the chunk `screens`. */
const SHARED_BY = 4;

/** They are built alike: what they share is no more common for being in all three. */
const EVENTS: readonly string[] = ['Bargain', 'Cumulation', 'WeeklyCard'];

/**
 * Names the chunk `shop` for what every page needs: all that main.tsx imports, and the parts of
 * the kit that home shows, since other screens show them too. Without it the bundler cuts a chunk
 * wherever two screens share a component, and a page becomes a dozen requests.
 */
export function firstChunk(): (id: string, graph: ModuleGraph) => string | null {
  let needed: ReadonlySet<string> | null = null;
  return (id, graph) => {
    needed ??= new Set([
      ...importsOf(MAIN, graph),
      ...importsOf(TIME_LEFT, graph),
      ...[...importsOf(HOME, graph)].filter((each) => !each.startsWith(resolve(SOURCE, 'screens'))),
    ]);
    const isNeeded = needed.has(id) || id.startsWith(RUNTIME);
    return isNeeded && id !== MAIN ? 'shop' : null;
  };
}

/**
 * Names the chunk `query` for the cache that pages of goods and events share: in `screens` it would
 * be a third of what the pages that ask nothing twice have to load.
 */
export function queryChunk(): (id: string) => string | null {
  return (id) => (isQuery(id) ? 'query' : null);
}

function isQuery(id: string): boolean {
  return /\/node_modules\/@tanstack\/|\/features\/account\/query\.tsx$/.test(id);
}

/**
 * Names the chunk `deferred` for what pages of goods and of payments tell visitor statistics and the browser's own guard:
 * in one of their chunks, home would load that with its statistics.
 */
export function deferredChunk(): (id: string) => string | null {
  return (id) =>
    /\/(?:features\/analytics\/seen|browser\/trusted-scripts)\.ts$/.test(id) ? 'deferred' : null;
}

/** Names the chunk `screens` for what many screens but home need: the same, one step later. */
export function nextChunk(): (id: string, graph: ModuleGraph) => string | null {
  let counts: ReadonlyMap<string, number> | null = null;
  return (id, graph) => {
    counts ??= screensOfModules(graph);
    const isShared = (counts.get(id) ?? 0) >= SHARED_BY;
    // The chunk `query` is not for every page that loads this one.
    return isShared && ![...importsOf(id, graph)].some(isQuery) ? 'screens' : null;
  };
}

/**
 * What Payment, the largest screen, shares: with the shelf, with the pages of an order, with the
 * other page that takes money. One chunk each packs smaller than a chunk for each pair of screens.
 */
const SHARED_WITH_PAYMENT = {
  goods: ['GoodsList', 'Items'],
  order: ['Result', 'Orders'],
  pay: ['MallCheckout'],
} as const;

/** Names such a chunk for what Payment and any of its screens import. */
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

/** By how many screens each module is imported. */
function screensOfModules(graph: ModuleGraph): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const screens = readdirSync(resolve(SOURCE, 'screens')).map((entry) => entry.replace('.tsx', ''));
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

/** Everything `start` imports statically, itself included. */
function importsOf(start: string, graph: ModuleGraph): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    graph.getModuleInfo(id)?.importedIds.forEach(visit);
  };
  visit(start);
  return found;
}
