/**
 * Decoration that did not come leaves its ground bare instead of the browser's sign for a broken
 * picture. Heard by one ear for all: many a picture stands in the server's page.
 */
export function hideBrokenPictures(): void {
  for (const image of document.images) {
    if (image.complete && image.currentSrc !== '' && image.naturalWidth === 0) show(image, false);
  }
  // Neither event bubbles, both can be caught on their way down.
  addEventListener('error', ({ target }) => show(target, false), true);
  addEventListener('load', ({ target }) => show(target, true), true);
}

function show(image: EventTarget | null, isShown: boolean): void {
  if (image instanceof HTMLImageElement && image.alt === '')
    image.style.visibility = isShown ? '' : 'hidden';
}
