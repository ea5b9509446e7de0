/**
 * Lets the Back button close the top layer instead of leaving the page: each open layer has its own
 * history entry.
 * The router never sees these entries (docs/decisions/0012-the-back-button.md).
 */
type Layer = { readonly onBack: () => void; hasEntry: boolean };
type Place = { readonly idx?: unknown; readonly layer?: unknown } | null;

/** Limit of a history step, which takes milliseconds; a browser may silently refuse one. */
const LONGEST_STEP_MS = 1000;

let layers: readonly Layer[] = [];
/** Actions after our own step back has arrived; null while none is under way. */
let waiting: (() => void)[] | null = null;
let timer = 0;
/** The entry shown: during a step `history.state` already names the next one. */
let shown: Place = null;

const depthOf = (place: Place): number => (typeof place?.layer === 'number' ? place.layer : 0);
// Verified edge: `depthOf` checks the type.
const here = (): Place => history.state as Place;

/**
 * Opens a layer; Back calls `onBack` to close it. A layer that stays open consumes this Back, and
 * the next one leaves the page.
 * @returns function that closes the layer
 */
export function openLayer(onBack: () => void): () => void {
  const layer: Layer = { onBack, hasEntry: false };
  layers = [...layers, layer];
  // A sheet that replaces another needs no history step.
  queueMicrotask(settle);
  return () => {
    layers = layers.filter((each) => each !== layer);
    queueMicrotask(settle);
  };
}

/** Runs a change of the history when no layer's entry is shown. */
export function outsideLayers(step: () => void): void {
  if (!waiting && depthOf(here()) > 0) stepBack(depthOf(here()));
  if (waiting) {
    waiting.push(step);
    return;
  }
  step();
  shown = here();
}

/** Called once, before anything else reads the history. */
export function watchBack(): void {
  addEventListener('popstate', onStep, true);
  shown = here();
  // Reloaded while a layer was open, or returned to from another site.
  settle();
}

function settle(): void {
  if (waiting) return;
  const dead = depthOf(here()) - layers.length;
  if (dead > 0) stepBack(dead);
  for (const layer of layers.filter(({ hasEntry }) => !hasEntry)) {
    layer.hasEntry = true;
    // It may reuse the entry of a layer that has just closed.
    const depth = depthOf(here());
    if (depth < layers.length) history.pushState({ ...here(), layer: depth + 1 }, '');
  }
  shown = here();
}

function stepBack(count: number): void {
  waiting = [];
  timer = window.setTimeout(goOn, LONGEST_STEP_MS);
  history.go(-count);
}

function goOn(): void {
  clearTimeout(timer);
  const steps = waiting ?? [];
  waiting = null;
  for (const step of steps) step();
  shown = here();
}

function onStep(event: PopStateEvent): void {
  const place = event.state as Place;
  const depth = depthOf(place);
  const isInside = place?.idx === shown?.idx && depth !== depthOf(shown);
  const open = isInside ? layers.length : 0;
  shown = place;
  if (isInside) event.stopImmediatePropagation();
  if (waiting) {
    if (!isInside) return;
    goOn();
    settle();
  } else if (depth > open) {
    // Forward, or back from another page, to a closed layer.
    stepBack(depth - open);
  } else if (isInside) {
    for (const { onBack } of layers.slice(depth).reverse()) onBack();
  }
}
