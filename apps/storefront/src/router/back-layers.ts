/**
 * The Back button of a phone closes what lies on top instead of leaving the page. Every open layer
 * has an entry of its own in the history: its page's address and state, and how deep it lies.
 * Nobody else sees these entries: a step between them is kept from the router, and whatever goes
 * elsewhere steps back to the page first (docs/decisions/0012-the-back-button.md).
 */
type Layer = { readonly onBack: () => void; hasEntry: boolean };
type Place = { readonly idx?: unknown; readonly layer?: unknown } | null;

/** A step inside one page takes milliseconds; a browser may refuse one without a word. */
const LONGEST_STEP_MS = 1000;

let layers: readonly Layer[] = [];
/** What is to be done once our own step back has arrived; null while none is under way. */
let waiting: (() => void)[] | null = null;
let timer = 0;
/** The entry that is shown: at a step, the history already tells of the next one. */
let shown: Place = null;

const depthOf = (place: Place): number => (typeof place?.layer === 'number' ? place.layer : 0);
// Verified edge: `depthOf` looks before it believes.
const here = (): Place => history.state as Place;

/**
 * `onBack` is asked to close the layer; one that stays open has used this Back up, and the next
 * one leaves the page.
 */
export function openLayer(onBack: () => void): () => void {
  const layer: Layer = { onBack, hasEntry: false };
  layers = [...layers, layer];
  // A sheet that makes room for another needs no step at all.
  queueMicrotask(settle);
  return () => {
    layers = layers.filter((each) => each !== layer);
    queueMicrotask(settle);
  };
}

/** Does something to the address or the history only once no layer's entry is shown. */
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
  // Loaded anew while a layer was open, or come back to from another site.
  settle();
}

function settle(): void {
  if (waiting) return;
  const dead = depthOf(here()) - layers.length;
  if (dead > 0) stepBack(dead);
  for (const layer of layers.filter(({ hasEntry }) => !hasEntry)) {
    layer.hasEntry = true;
    // It may have taken over the entry of one that has just closed.
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
  // Verified edge, as above.
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
    // Forward, or back from another page, to a layer that is long closed.
    stepBack(depth - open);
  } else if (isInside) {
    for (const { onBack } of layers.slice(depth).reverse()) onBack();
  }
}
