import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';

type ModuleInfo = { readonly importedIds: readonly string[] };
type ModuleGraph = { getModuleInfo(id: string): ModuleInfo | null };

const SOURCE = resolve(import.meta.dirname, '../src');
const MAIN = resolve(SOURCE, 'main.tsx');
/** The bundler's own few lines, which every chunk uses. */
const RUNTIME = '\0rolldown/runtime';
const HOME = resolve(SOURCE, 'screens/Home/Screen.tsx');

/** As many screens as share a part make it one of the chunk `screens`. */
const SHARED_BY = 6;

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
      ...[...importsOf(HOME, graph)].filter((each) => !each.startsWith(resolve(SOURCE, 'screens'))),
    ]);
    const isNeeded = needed.has(id) || id.startsWith(RUNTIME);
    return isNeeded && id !== MAIN ? 'shop' : null;
  };
}

/** Names the chunk `screens` for what most screens but home need: the same, one step later. */
export function nextChunk(): (id: string, graph: ModuleGraph) => string | null {
  let counts: ReadonlyMap<string, number> | null = null;
  return (id, graph) => {
    counts ??= screensOfModules(graph);
    return (counts.get(id) ?? 0) >= SHARED_BY ? 'screens' : null;
  };
}

/** By how many screens each module is imported. */
function screensOfModules(graph: ModuleGraph): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const screen of readdirSync(resolve(SOURCE, 'screens'))) {
    for (const id of importsOf(resolve(SOURCE, 'screens', screen, 'Screen.tsx'), graph)) {
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
  }
  return counts;
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
