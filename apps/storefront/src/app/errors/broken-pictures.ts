/**
 * Hides decorative pictures that failed to load. Listens once for all, because the server's page
 * holds many.
 */
export function hideBrokenPictures(): void {
  for (const image of document.images) {
    if (image.complete && image.currentSrc !== '' && image.naturalWidth === 0) show(image, false);
  }
  // Neither event bubbles; both can be captured.
  addEventListener('error', ({ target }) => show(target, false), true);
  addEventListener('load', ({ target }) => show(target, true), true);
}

function show(image: EventTarget | null, isShown: boolean): void {
  if (image instanceof HTMLImageElement && image.alt === '')
    image.style.visibility = isShown ? '' : 'hidden';
}
