/**
 * Lets Back close the top layer instead of leaving the page: each open layer has a history entry.
 * The router never sees these entries (docs/decisions/0012-the-back-button.md).
 */
type Layer = { readonly onBack: () => void; hasEntry: boolean };
type HistoryState = { readonly idx?: unknown; readonly layer?: unknown } | null;

/** Ends the wait for a history step that the browser silently refused; one takes milliseconds. */
const MAX_STEP_MS = 1000;

let layers: readonly Layer[] = [];
/** Actions after our own step back has arrived; null while none is under way. */
let waiting: (() => void)[] | null = null;
let timer = 0;
/** The entry shown: during a step `history.state` already names the next one. */
let shownState: HistoryState = null;

const depthOf = (state: HistoryState): number =>
  typeof state?.layer === 'number' ? state.layer : 0;
// Verified edge: `depthOf` checks the type.
const currentState = (): HistoryState => history.state as HistoryState;

/**
 * Opens a layer; Back calls `onBack` to close it. A layer that stays open consumes this Back only.
 * @returns function that closes the layer
 */
export function openLayer(onBack: () => void): () => void {
  const layer: Layer = { onBack, hasEntry: false };
  layers = [...layers, layer];
  // A sheet that replaces another needs no history step.
  queueMicrotask(syncEntries);
  return () => {
    layers = layers.filter((each) => each !== layer);
    queueMicrotask(syncEntries);
  };
}

/** Runs a change of the history when no layer's entry is shown. */
export function outsideLayers(step: () => void): void {
  if (!waiting && depthOf(currentState()) > 0) stepBack(depthOf(currentState()));
  if (waiting) {
    waiting.push(step);
    return;
  }
  step();
  shownState = currentState();
}

/** Called once, before anything else reads the history. */
export function watchBack(): void {
  addEventListener('popstate', onPopState, true);
  shownState = currentState();
  // Reloaded while a layer was open, or returned to from another site.
  syncEntries();
}

function syncEntries(): void {
  if (waiting) return;
  const excess = depthOf(currentState()) - layers.length;
  if (excess > 0) stepBack(excess);
  for (const layer of layers.filter(({ hasEntry }) => !hasEntry)) {
    layer.hasEntry = true;
    // A new layer may reuse the entry of one that has just closed.
    const depth = depthOf(currentState());
    if (depth < layers.length) history.pushState({ ...currentState(), layer: depth + 1 }, '');
  }
  shownState = currentState();
}

function stepBack(count: number): void {
  waiting = [];
  timer = window.setTimeout(runWaiting, MAX_STEP_MS);
  history.go(-count);
}

function runWaiting(): void {
  clearTimeout(timer);
  const steps = waiting ?? [];
  waiting = null;
  for (const step of steps) step();
  shownState = currentState();
}

function onPopState(event: PopStateEvent): void {
  const state = event.state as HistoryState;
  const depth = depthOf(state);
  const isInside = state?.idx === shownState?.idx && depth !== depthOf(shownState);
  const open = isInside ? layers.length : 0;
  shownState = state;
  if (isInside) event.stopImmediatePropagation();
  if (waiting) {
    if (!isInside) return;
    runWaiting();
    syncEntries();
  } else if (depth > open) {
    // The player went to the entry of a closed layer, forward or back from another page.
    stepBack(depth - open);
  } else if (isInside) {
    for (const { onBack } of layers.slice(depth).reverse()) onBack();
  }
}
